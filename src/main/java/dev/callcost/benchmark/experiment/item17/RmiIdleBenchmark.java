package dev.callcost.benchmark.experiment.item17;

import dev.callcost.benchmark.SingleShotBenchmark;
import dev.callcost.state.item17.RmiIdleState;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * Does a pause make the next RMI call cost a second round trip?
 *
 * <p>The claim, read from {@code TCPChannel.newConnection()} and {@code TCPConnection.isDead()} (package sun.rmi.transport.tcp,
 * alike in JDK 17 and 25): before RMI uses a connection again it sends the byte 0x52 and waits for 0x53, unless less time
 * has passed since the last use than a limit. The limit is 5 ms on a connection that has sent no ping yet, then twice the length of
 * the last ping, both read from the clock of milliseconds. From this follows:
 *
 * <ul>
 *   <li>Calls back to back on a connection that was never idle send no ping: one round trip each.
 *   <li>A call after 5 ms or more on a connection that has sent no ping yet pays two.
 *   <li>On loopback a ping mostly begins and ends in one tick of the clock. The limit is 0 then: every later call pays two round
 *       trips, however close it follows, until a ping happens to cross a tick. That one sets the limit to 2 ms, and calls back to
 *       back are free of pings again, until the next pause.
 *   <li>A ping that a busy machine held up sets a limit as long as twice the delay.
 * </ul>
 *
 * <p>{@code RmiPingIT} tests it. Expected here: no ping at 0 ms; at 1 ms a few; at 5 ms nearly always, as the limit is seldom more
 * than 2 ms; always at 20 and 100 ms. {@link #secondCall} is pinged nearly as often as {@link #call}, though nothing lies between
 * it and the first call. The ladder's {@code RmiBenchmark} calls back to back, and so has one round trip.
 *
 * <p>Held equal: one CPU for client and server; a warm JVM and connection ({@value
 * dev.callcost.state.item17.RmiIdleState#WARMING_CALLS} calls back to back); the connection's limit, which each iteration renews
 * before its pause. One call an iteration is measured. {@code pings}, {@code roundTrips} and {@code idleMicros} say of the same
 * call what it sent and how long the connection was really idle: read their raw data beside the times, for JMH shows their sums.
 * The counters are in both: two clock readings and some field accesses.
 *
 * <p>A pause costs more than a ping: the CPU halts or changes its clock, caches cool down, the server's thread has to be woken
 * up. So the times at two pauses do not differ by the ping alone; compare pinged and unpinged calls of one pause. The JIT has
 * next to nothing to remove from a call that ends in the kernel, and one invocation an iteration leaves it no loop.
 *
 * <p>{@code java -jar benchmarks.jar RmiIdle}
 */
public class RmiIdleBenchmark extends SingleShotBenchmark {
    /** The first call after the pause. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    @Measurement(iterations = 200)
    public int call(RmiIdleState cell, RmiIdleState.Counters counters) {
        return cell.call(counters);
    }

    /** The second call after the pause, straight after the first. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    @Measurement(iterations = 200)
    public int secondCall(RmiIdleState.SecondCall cell, RmiIdleState.Counters counters) {
        return cell.call(counters);
    }
}
