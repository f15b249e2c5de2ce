package dev.callcost.benchmark.loopback;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.GrpcState;
import dev.callcost.state.PinnedCaller;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Does a server in its own JVM cost the caller something else?
 *
 * <p>The base cell with client and server in one JVM, as in all other classes, and with the server in a child process of the same
 * JVM and arguments, pinned to the same CPU. What changes: one heap becomes two, so each side collects only its own
 * garbage, and B/op is the client's alone; and the JIT compiler sees one side only. gRPC and netty share much code between client
 * and server, and in one JVM its profile has both in it, so that what each side alone would have inlined stays a virtual call.
 *
 * <p>Two processes hand over through the same sockets and the same scheduler; the set-up asks the server's handler, through the
 * connection itself, on which thread and CPUs it runs.
 *
 * <p>Expected was no more than SAME_JVM, for the profiles' sake, or more, for a hand-over between two processes changes the address space. Neither showed:
 * the two are not separated (results/epyc-vm-jdk17-host). A service in production is OWN_JVM.
 *
 * <p>{@code java -jar benchmarks.jar GrpcServerHost}
 */
public class GrpcServerHostBenchmark extends GrpcLoopbackBenchmark {
    /** One unary call. */
    @Benchmark
    public int unary(GrpcState.ByServerHost cell, PinnedCaller caller) {
        return cell.call();
    }
}
