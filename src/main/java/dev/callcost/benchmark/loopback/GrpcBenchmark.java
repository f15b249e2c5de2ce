package dev.callcost.benchmark.loopback;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.GrpcState;
import dev.callcost.state.MeasuredThread;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does a unary gRPC call cost in the cell that you name?
 *
 * <p>All parameters, each with one value: the base cell, from which every other gRPC class varies one axis. Name other
 * values with {@code -p}.
 *
 * <p>The set-up reads from the running cell what it is (the handler's and the callback's thread, CPUs, remote address,
 * answer and echo), fails when that differs from the named cell, and records it in the log. A call is some tens of
 * thousands of instructions, spread over hundreds of methods of gRPC, netty and the kernel: {@code -prof async} shows
 * where.
 *
 * <p>{@code java -jar benchmarks.jar GrpcBenchmark -p transport=EPOLL -p serverExecutor=DIRECT,FIXED}
 */
public class GrpcBenchmark extends GrpcLoopbackBenchmark {
    @Benchmark
    public int unary(GrpcState.AnyCell cell, MeasuredThread.PinnedThread caller) {
        return cell.call();
    }
}
