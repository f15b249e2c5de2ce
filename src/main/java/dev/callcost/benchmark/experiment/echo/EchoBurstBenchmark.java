package dev.callcost.benchmark.experiment.echo;

import dev.callcost.benchmark.SingleShotBenchmark;
import dev.callcost.state.EchoClient;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * How fast is a gRPC client that has just started, and how much of that is due to the server?
 *
 * <p>An iteration is one round: one thread issues 10,000 echo calls in one burst through the future stub and waits for
 * them. There is no warm-up; the iterations of a fork are its warm-up curve from the very first call, connection and
 * class loading included. The default is the author's cell: a server in a fresh JVM of its own, a second between
 * rounds, ten rounds. {@code server} separates what his experiment could not: with OWN_JVM_WARM, a server that 400,000
 * calls of a third JVM have warmed, only the client is cold; with OWN_JVM_FRESH both are; with SAME_JVM both are cold
 * and share a heap and a JIT compiler.
 *
 * <p>Held equal: one connection over NIO, the server on gRPC's own executor, the channel's callbacks on a work-stealing
 * pool like the author's, any CPU. A failed call or a wrong reply fails the fork. The score is the time of a round
 * divided by its calls, the inverse of throughput. It does not show how long one call takes, because the last of 10,000
 * calls in flight has waited for all others.
 *
 * <p>The JIT is the subject: it does what it does in a program. Expected: the first round takes many times as long as
 * the last; a warm server removes a part of that, not most of it.
 *
 * <p>{@code java -jar benchmarks.jar EchoBurst -p server=OWN_JVM_FRESH,OWN_JVM_WARM -i 30}
 */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Measurement(iterations = 10)
public class EchoBurstBenchmark extends SingleShotBenchmark {
    @Benchmark
    @OperationsPerInvocation(EchoClient.CALLS)
    public int round(EchoClient client) throws InterruptedException {
        return client.round();
    }
}
