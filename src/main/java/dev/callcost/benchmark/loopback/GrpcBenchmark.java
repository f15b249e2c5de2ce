package dev.callcost.benchmark.loopback;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.GrpcState;
import dev.callcost.state.PinnedCaller;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does a unary gRPC call cost in the cell that you name?
 *
 * <p>All parameters, each with one value: the base cell, from which every other gRPC class varies one axis. Name others with
 * {@code -p}; a product of several makes as many cells.
 *
 * <p>The set-up asks the running cell what it is (handler's and callback's thread, CPUs, remote address, answer and echo) and
 * fails when that is not what was named; what was seen stands in environment.json. A call is some tens of thousands of
 * instructions through gRPC, netty and the kernel, spread over hundreds of methods: {@code -prof async} shows where they go,
 * and the warm-up curve when the JIT is done.
 *
 * <p>{@code java -jar benchmarks.jar GrpcBenchmark -p transport=EPOLL -p serverExecutor=DIRECT,FIXED}
 */
public class GrpcBenchmark extends GrpcLoopbackBenchmark {
    /** One unary call. */
    @Benchmark
    public int unary(GrpcState.AnyCell cell, PinnedCaller caller) {
        return cell.call();
    }
}
