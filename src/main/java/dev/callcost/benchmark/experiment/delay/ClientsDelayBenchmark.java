package dev.callcost.benchmark.experiment.delay;

import dev.callcost.benchmark.ClosedLoopBenchmark;
import dev.callcost.state.delay.DelayState;
import dev.callcost.state.delay.PermitClients;
import dev.callcost.state.loop.LoopCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Threads;

/**
 * What do more clients bring, and what does a handler's delay cost beyond itself?
 *
 * <p>{@code asPublished} is the author's client: its clients are permits of a semaphore, but one thread takes them, makes the blocking
 * call, and gives the permit back, so that there is one call in flight whatever their number. {@code oneClient}, {@code tenClients} and
 * {@code hundredClients} are as many threads, each with a blocking call of its own, over one connection. The score is the time a
 * client waits for a call; throughput is the number of clients divided by it.
 *
 * <p>{@code delay} is how the handler lets {@code delayMicros} pass. SLEEP, the author's, takes a millisecond for any delay
 * up to that before JDK 21, so that four of his five delays are one; what it really took is counted ({@code workMicros}), and what the
 * call costs beyond its delay has to be reckoned from that. SPIN takes a CPU: with more clients than CPUs its handlers wait for
 * one another, and the score is a queue's.
 *
 * <p>The number in flight is known three ways: as configured, as throughput times latency ({@code lambdaW}), and, where the work is
 * nearly all of a call, as handlers at work ({@code handlersAtOnce}); a cell in which they differ by more than a tenth fails. Of the clients
 * of {@code asPublished} only one counts as configured, for it has one thread.
 *
 * <p>{@code java -jar benchmarks.jar ClientsDelay -p delay=SPIN}
 */
public class ClientsDelayBenchmark extends ClosedLoopBenchmark {
    /** The author's: one thread, whatever the number of permits. */
    @Benchmark
    @Threads(1)
    public int asPublished(DelayState cell, PermitClients.Authors client, LoopCounters counters)
            throws InterruptedException {
        return client.call(cell);
    }

    /** One thread. */
    @Benchmark
    @Threads(1)
    public int oneClient(DelayState cell, LoopCounters counters) {
        return cell.call();
    }

    /** Ten threads. */
    @Benchmark
    @Threads(10)
    public int tenClients(DelayState cell, LoopCounters counters) {
        return cell.call();
    }

    /** A hundred threads. */
    @Benchmark
    @Threads(100)
    public int hundredClients(DelayState cell, LoopCounters counters) {
        return cell.call();
    }
}
