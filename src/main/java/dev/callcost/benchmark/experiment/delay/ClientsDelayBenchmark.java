package dev.callcost.benchmark.experiment.delay;

import dev.callcost.benchmark.ClosedLoopBenchmark;
import dev.callcost.state.DelayState;
import dev.callcost.state.LoopCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Threads;

/**
 * What do more clients gain, and what does a handler's delay cost in addition to itself?
 *
 * <p>{@code asPublished} is the author's client. Its clients are permits of a semaphore, but one thread takes a permit,
 * makes the blocking call and returns the permit, so there is one call in flight whatever the number of permits.
 * {@code oneClient}, {@code tenClients} and {@code hundredClients} are 1, 10 and 100 threads, each with a blocking call
 * of its own, over one connection. The score is the time that a client waits for a call; throughput is the number of
 * clients divided by the score.
 *
 * <p>{@code delay} is how the handler spends {@code delayMicros}. SLEEP, the author's way, takes a millisecond for any
 * shorter delay before JDK 21, so four of his five delays are the same. {@code workMicros} is the real duration; use it
 * to calculate what the call costs in addition. SPIN takes a CPU: with more clients than CPUs its handlers wait for one
 * another, and the score is that of a queue.
 *
 * <p>The number in flight is known as configured and as throughput times latency ({@code lambdaW}). A cell where they
 * differ by more than a tenth fails. {@code asPublished} has one thread, so it counts as one client.
 *
 * <p>{@code java -jar benchmarks.jar ClientsDelay -p delay=SPIN}
 */
public class ClientsDelayBenchmark extends ClosedLoopBenchmark {
    @Benchmark
    @Threads(1)
    public int asPublished(DelayState cell, DelayState.Permits client, LoopCounters counters)
            throws InterruptedException {
        return client.call(cell);
    }

    @Benchmark
    @Threads(1)
    public int oneClient(DelayState cell, LoopCounters counters) {
        return cell.call();
    }

    @Benchmark
    @Threads(10)
    public int tenClients(DelayState cell, LoopCounters counters) {
        return cell.call();
    }

    @Benchmark
    @Threads(100)
    public int hundredClients(DelayState cell, LoopCounters counters) {
        return cell.call();
    }
}
