package dev.callcost.benchmark.loopback;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.GrpcState;
import dev.callcost.state.MeasuredThread;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does the hand-off to the channel's executor cost?
 *
 * <p>The base cell with a future stub and each executor for the client's callbacks. A blocking stub would replace the
 * executor with the waiting caller, and all rows would be the same; so these rows compare with one another, not with
 * the base cell. The set-up checks on which thread the response's callback runs.
 *
 * <p>Expected: DIRECT lowest, because the event loop completes the future itself; the others wake a thread, which then
 * wakes the caller.
 *
 * <p>{@code java -jar benchmarks.jar GrpcClientExecutor}
 */
public class GrpcClientExecutorBenchmark extends GrpcLoopbackBenchmark {
    @Benchmark
    public int unary(GrpcState.ByClientExecutor cell, MeasuredThread.PinnedThread caller) {
        return cell.call();
    }
}
