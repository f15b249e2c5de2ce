package dev.callcost.benchmark.loopback;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.GrpcState;
import dev.callcost.state.MeasuredThread;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does the transport add to a unary gRPC call?
 *
 * <p>The base cell over each transport. IN_PROCESS is gRPC without socket and HTTP/2, and hands protobuf messages over
 * without serializing them; EPOLL and NIO add HTTP/2 framing, event loops and loopback TCP, through netty's native code
 * or through java.nio.
 *
 * <p>The set-up verifies the transport: a channel of one kind cannot register with an event loop of the other, and the
 * event loops are ours.
 *
 * <p>Expected: IN_PROCESS below EPOLL below NIO. Channels over TCP use the same kernel, so netty's and the JDK's
 * selector make the difference between the last two.
 *
 * <p>{@code java -jar benchmarks.jar GrpcTransport}
 */
public class GrpcTransportBenchmark extends GrpcLoopbackBenchmark {
    @Benchmark
    public int unary(GrpcState.ByTransport cell, MeasuredThread.PinnedThread caller) {
        return cell.call();
    }
}
