package dev.callcost.benchmark.loopback;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.GrpcState;
import dev.callcost.state.MeasuredThread;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does the hand-off to the server's executor cost?
 *
 * <p>The base cell with each executor for the handlers. DIRECT runs them on the event loop, DEFAULT on gRPC's shared
 * cached pool, FIXED on two threads of their own, VIRTUAL each on a new virtual thread (skipped below JDK 21). The
 * client has a blocking stub, whose waiting caller runs the callbacks. The set-up checks on which thread the handler
 * runs.
 *
 * <p>Expected: DIRECT lowest, by about the cost of a thread hand-off for each callback that gRPC queues.
 *
 * <p>{@code java -jar benchmarks.jar GrpcServerExecutor}
 */
public class GrpcServerExecutorBenchmark extends GrpcLoopbackBenchmark {
    @Benchmark
    public int unary(GrpcState.ByServerExecutor cell, MeasuredThread.PinnedThread caller) {
        return cell.call();
    }
}
