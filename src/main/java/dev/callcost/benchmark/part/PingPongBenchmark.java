package dev.callcost.benchmark.part;

import dev.callcost.benchmark.LoopbackBenchmark;
import dev.callcost.state.MeasuredThread;
import dev.callcost.state.PartState;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What do the call's bytes cost on their way to another thread and back, without gRPC?
 *
 * <p>Nine bytes go each way, as many as the base cell's message takes with gRPC's prefix, in a fixed layout that costs
 * next to nothing to write; the other side computes the function and answers. Each path differs from a neighbour by one
 * thing. TCP and UDS differ by the kind of socket, both with two threads that block in read. TCP_SELECTOR waits in
 * java.nio's selector before each read. NETTY_NIO has an event loop per side; the caller hands over to its own and is
 * woken by it. NETTY_EPOLL, NETTY_IO_URING and NETTY_UDS change netty's transport. NETTY_HTTP2 sends the frames of a
 * unary gRPC call through netty's codec: HEADERS and DATA there, HEADERS, DATA and HEADERS back.
 *
 * <p>The difference between NETTY_HTTP2 and a gRPC call with direct executors is gRPC itself: stubs, calls, framing,
 * context, marshalling. The set-up checks the answer, the answering thread and its CPUs, and records the channel's
 * class. Paths that this kernel or JVM lacks are skipped.
 *
 * <p>Expected on one CPU: UDS below TCP below TCP_SELECTOR below NETTY_NIO below NETTY_HTTP2; NETTY_UDS below
 * NETTY_EPOLL below NETTY_NIO.
 *
 * <p>{@code java -jar benchmarks.jar PingPong}
 */
public class PingPongBenchmark extends LoopbackBenchmark {
    @Benchmark
    public int call(PartState.ByPath part, MeasuredThread.PinnedThread caller) {
        return part.call();
    }
}
