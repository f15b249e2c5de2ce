package dev.callcost.benchmark.loopback;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.GrpcState;
import dev.callcost.state.PinnedCaller;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does the transport add to a unary gRPC call?
 *
 * <p>The base cell over each transport. IN_PROCESS is gRPC without socket and HTTP/2, and hands protobuf messages over without
 * serializing them; EPOLL and NIO add HTTP/2 framing, event loops and loopback TCP, through netty's native code or through
 * java.nio.
 *
 * <p>One CPU for client and server: the serialized path, not what a user waits; {@link GrpcPinningBenchmark} has both. What
 * ran is verified in set-up: a channel of one kind cannot register with an event loop of the other, and the event loops are
 * ours.
 *
 * <p>Expected: IN_PROCESS below EPOLL below NIO. Channels over TCP meet the same kernel, so what separates the last two is
 * netty's and the JDK's selector.
 *
 * <p>{@code java -jar benchmarks.jar GrpcTransport}
 */
public class GrpcTransportBenchmark extends GrpcLoopbackBenchmark {
    /** One unary call. */
    @Benchmark
    public int unary(GrpcState.ByTransport cell, PinnedCaller caller) {
        return cell.call();
    }
}
