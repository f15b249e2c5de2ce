package dev.callcost.benchmark.rate;

import dev.callcost.benchmark.OpenLoopBenchmark;
import dev.callcost.state.TargetState;
import dev.callcost.state.rate.TargetPacer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.infra.Control;

/**
 * How long does a caller of your own gRPC service wait when calls come at a rate?
 *
 * <p>The schedule and the pacer of {@link GrpcRateBenchmark}, and the target of {@code TargetBenchmark}:
 * {@code address} and {@code call} name a method of a running server, which the set-up finds and calls once; without
 * them the row is skipped. A call that fails is counted by its gRPC status, and has no latency: failed calls are often
 * the fastest. A window with a failed call is not met.
 *
 * <p>Only the client's clock is used. The latency has the network, the server's queue and work, and this client in it.
 * On one machine, client and server share the CPUs. CPU time is the client's alone. Warm-up and the unmeasured seconds
 * of the schedule warm both ends.
 *
 * <p>Expected: above {@code LocalRateBenchmark} at the same rate, which is the machine's own part. Near the capacity,
 * which {@code -p rate=max} shows, a queue grows, and the latency grows with the length of a window.
 *
 * <p>{@code java -jar benchmarks.jar TargetRate -p rate=100,1000 -p address=127.0.0.1:50051 -p
 * call=helloworld.Greeter/SayHello}
 */
public class TargetRateBenchmark extends OpenLoopBenchmark {
    @Benchmark
    public void unary(TargetState target, TargetPacer pacer, Control control) {
        pacer.call(control);
    }
}
