package dev.callcost.benchmark.pitfall;

import dev.callcost.benchmark.ClosedLoopBenchmark;
import dev.callcost.state.delay.PermitClients;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Threads;

/**
 * Are ten permits ten clients?
 *
 * <p>The mistake: the number of clients is the number of a semaphore's permits, and one thread takes a permit, waits for its call, and
 * gives the permit back. There is one call in flight, whatever the number of permits. {@link #permits} is that, with a wait of 1 ms in
 * place of the call; in {@link #threads} ten threads do the same. Held equal: the semaphore with ten permits, and the code: the two
 * differ in the number of threads alone. {@code ClientsDelayBenchmark} has the pair with gRPC.
 *
 * <p>The JIT has no part in it: nearly all of the time is spent parked. By Little's law throughput is the number in flight over 1 ms
 * and what a wake-up adds. Expected: ten threads get five times as much done or more.
 *
 * <p>{@code java -jar benchmarks.jar pitfall.ClientsOnPaper}
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ClientsOnPaperBenchmark extends ClosedLoopBenchmark {
    /** Wrong: one thread with ten permits. Returns the nanoseconds that the wait took. */
    @Benchmark
    @Threads(1)
    public long permits(PermitClients.Ten clients) throws InterruptedException {
        return clients.call();
    }

    /** Right: ten threads with ten permits. Returns the nanoseconds that the wait took. */
    @Benchmark
    @Threads(PermitClients.Ten.CLIENTS)
    public long threads(PermitClients.Ten clients) throws InterruptedException {
        return clients.call();
    }
}
