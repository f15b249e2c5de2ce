package dev.callcost.benchmark.pitfall;

import dev.callcost.benchmark.SingleShotBenchmark;
import dev.callcost.state.EchoClient;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What becomes of a result without a warm client?
 *
 * <p>The mistake: one burst of 10,000 echo calls from a program that has just started counts as the program's speed. {@link #firstBurst} is that
 * burst; {@link #warmedBurst} is the same after twenty others. Held equal: the cell of {@code EchoBurstBenchmark} as published, with a server in a
 * fresh JVM of its own and one connection, but no pause between bursts. The server is as cold as the client at first and warms up with it; {@code
 * EchoBurstBenchmark} separates the two.
 *
 * <p>The JIT is the subject, and so are class loading and the connection: the first burst includes them. Expected: a call of the first burst takes at
 * least three times as long.
 *
 * <p>{@code java -jar benchmarks.jar pitfall.ColdClient}
 */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ColdClientBenchmark extends SingleShotBenchmark {
    /** Wrong: the first burst of a fresh JVM. */
    @Benchmark
    @OperationsPerInvocation(EchoClient.CALLS)
    public int firstBurst(EchoClient.Unpausing client) throws InterruptedException {
        return client.round();
    }

    /** Right: a burst after twenty. */
    @Benchmark
    @OperationsPerInvocation(EchoClient.CALLS)
    @Warmup(iterations = 20)
    @Measurement(iterations = 5)
    public int warmedBurst(EchoClient.Unpausing client) throws InterruptedException {
        return client.round();
    }
}
