package dev.callcost.benchmark.experiment.item17;

import dev.callcost.benchmark.SingleShotBenchmark;
import dev.callcost.state.RmiIdleState;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * Does a pause add a second round trip to the next RMI call?
 *
 * <p>The claim, read from {@code TCPChannel.newConnection()} and {@code TCPConnection.isDead()} (package
 * sun.rmi.transport.tcp, alike in JDK 17 and 25): before RMI reuses a connection it sends the byte 0x52 and waits for
 * 0x53, unless the time since the last use is below a limit. The limit is 5 ms on a connection that has sent no ping
 * yet, then twice the length of the last ping, both in ticks of the millisecond clock. It follows:
 *
 * <ul>
 *   <li>Consecutive calls on a connection that was never idle send no ping: one round trip each.
 *   <li>A call after 5 ms or more on a connection that has sent no ping yet takes two.
 *   <li>On loopback a ping mostly begins and ends in one tick of the clock. The limit is then 0: every later call takes
 *       two round trips, however close it follows, until a ping happens to cross a tick. That ping sets the limit to 2
 *       ms, and consecutive calls are free of pings again, until the next pause.
 *   <li>A ping that a busy machine delayed sets a limit of twice the delay.
 * </ul>
 *
 * <p>{@code RmiPingIT} tests this. Expected here: no ping at 0 ms; a few at 1 ms; nearly always one at 5 ms, as the
 * limit is seldom more than 2 ms; always one at 20 and 100 ms. The ladder's {@code RmiBenchmark} makes consecutive
 * calls, so each has one round trip.
 *
 * <p>Held equal: one CPU for client and server; a warm JVM and connection
 * ({@value dev.callcost.state.RmiIdleState#WARMING_CALLS} consecutive calls); the connection's limit, which each
 * iteration renews before its pause. Each iteration measures one call. {@code roundTrips} and {@code idleMicros} show
 * what the same call sent and how long the connection was really idle: read their raw data next to the times, because
 * JMH shows sums. The time includes the counters: two clock readings and some field accesses.
 *
 * <p>A pause costs more than a ping: the CPU halts or changes its clock, caches cool down, and the server's thread has
 * to be woken up. So the times at two pauses differ by more than the ping; compare calls with and without a ping at one
 * pause. The JIT can remove next to nothing from a call that ends in the kernel, and one invocation per iteration
 * leaves it no loop.
 *
 * <p>{@code java -jar benchmarks.jar RmiIdle}
 */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Measurement(iterations = 200)
public class RmiIdleBenchmark extends SingleShotBenchmark {
    @Benchmark
    public int call(RmiIdleState cell, RmiIdleState.IdleCounters counters) {
        return cell.call(counters);
    }
}
