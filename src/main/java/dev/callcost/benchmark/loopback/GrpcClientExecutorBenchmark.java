package dev.callcost.benchmark.loopback;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.GrpcState;
import dev.callcost.state.PinnedCaller;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does the hand-off to the channel's executor cost?
 *
 * <p>The base cell with a future stub and each executor for the client's callbacks. A blocking stub would replace the executor
 * by the waiting caller, and all four rows would be one; so these rows compare with one another, not with the base cell.
 *
 * <p>One CPU for client and server: the serialized path, not what a user waits; {@link GrpcPinningBenchmark} has both. On
 * which thread the response's callback really ran is asked in set-up.
 *
 * <p>Expected: DIRECT lowest, the event loop completes the future itself; the others wake a thread which then wakes the
 * caller.
 *
 * <p>{@code java -jar benchmarks.jar GrpcClientExecutor}
 */
public class GrpcClientExecutorBenchmark extends GrpcLoopbackBenchmark {
    /** One unary call with a future, waited for. */
    @Benchmark
    public int unary(GrpcState.ByClientExecutor cell, PinnedCaller caller) {
        return cell.call();
    }
}
