package dev.callcost.benchmark.pitfall;

import dev.callcost.benchmark.ClosedLoopBenchmark;
import dev.callcost.state.DelayState;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Threads;

/**
 * Are ten permits ten clients?
 *
 * <p>The mistake: the number of clients is the number of a semaphore's permits, and one thread takes a permit, waits for its call and returns the
 * permit. There is one call in flight, whatever the number of permits. {@link #permits} does that, with a wait of 1 ms in place of the call; in
 * {@link #threads} ten threads do the same. Held equal: the semaphore with ten permits, and the code; only the number of threads differs. {@code
 * ClientsDelayBenchmark} has the pair with gRPC.
 *
 * <p>The JIT has no effect: nearly all of the time the threads are parked. By Little's law throughput is the number in flight divided by 1 ms plus a
 * wake-up. Expected: ten threads do at least five times as much.
 *
 * <p>{@code java -jar benchmarks.jar pitfall.ClientsOnPaper}
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ClientsOnPaperBenchmark extends ClosedLoopBenchmark {
    /** Wrong: one thread with ten permits. Returns the nanoseconds of the wait. */
    @Benchmark
    @Threads(1)
    public long permits(DelayState.TenPermits clients) throws InterruptedException {
        return clients.call();
    }

    /** Right: ten threads with ten permits. Returns the nanoseconds of the wait. */
    @Benchmark
    @Threads(DelayState.TenPermits.CLIENTS)
    public long threads(DelayState.TenPermits clients) throws InterruptedException {
        return clients.call();
    }
}
