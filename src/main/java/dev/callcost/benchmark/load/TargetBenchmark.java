package dev.callcost.benchmark.load;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.MeasuredThread;
import dev.callcost.state.TargetState;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does a unary call of your own gRPC service cost its caller?
 *
 * <p>{@code address} and {@code call} name a method of a running server; without them the row is skipped. The set-up
 * finds the method by server reflection, or in the file {@code descriptorSet}, encodes the request once from the JSON
 * file {@code request}, makes a first call and checks that its status is OK. Each operation sends the same bytes, waits
 * for the reply and does not decode it, so that the row has no wire format of this suite in it. gRPC has its default
 * executors and NIO, as in {@code GrpcBenchmark}, and epoll where the address is a Unix domain socket.
 *
 * <p>One call is in flight, and no thread is pinned, because the server is elsewhere. The score is the time from the
 * encoded request to the received reply: the network and the server's own work are in it. CPU time, bytes and
 * {@code bill} are the client's alone. The server must be warm by itself: this benchmark sees only its own JIT
 * compiler.
 *
 * <p>Two versions of a service are compared in turns: {@code compare --base-args "-p address=a:1" --head-args "-p
 * address=b:2" TargetBenchmark -p call=...}. A call that fails ends the fork. Put secrets into the file
 * {@code metadata}, in lines {@code name: value}: their values are nowhere in the results.
 *
 * <p>Expected: above {@code GrpcBenchmark -p pinning=FREE}, by what the service does and its distance.
 *
 * <p>{@code java -jar benchmarks.jar TargetBenchmark -p address=127.0.0.1:50051 -p call=helloworld.Greeter/SayHello}
 */
public class TargetBenchmark extends GrpcLoopbackBenchmark {
    @Benchmark
    public int unary(TargetState target, MeasuredThread.PinnedThread caller) {
        return target.call();
    }
}
