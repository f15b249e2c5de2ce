package dev.callcost.benchmark.loopback;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.GrpcState;
import dev.callcost.state.MeasuredThread;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Does a server in its own JVM change the caller's cost?
 *
 * <p>The base cell with client and server in one JVM, as in all other classes, and with the server in a child process of the same JVM and arguments,
 * pinned to the same CPU. Two processes hand over through the same sockets and the same scheduler. One heap becomes two, so B/op is the client's only.
 * And the JIT compiler sees one side only: gRPC and netty share much code between client and server, and in one JVM its profile mixes both, so a call
 * that each side alone would have inlined stays virtual. The set-up reads through the connection on which thread and CPUs the handler runs.
 *
 * <p>Expected: no more than SAME_JVM, because of the profiles, or more, because a hand-over between two processes changes the address space. Neither
 * showed: the two do not differ significantly (results/epyc-vm-jdk17-host). A service in production is OWN_JVM.
 *
 * <p>{@code java -jar benchmarks.jar GrpcServerHost}
 */
public class GrpcServerHostBenchmark extends GrpcLoopbackBenchmark {
    @Benchmark
    public int unary(GrpcState.ByServerHost cell, MeasuredThread.Caller caller) {
        return cell.call();
    }
}
