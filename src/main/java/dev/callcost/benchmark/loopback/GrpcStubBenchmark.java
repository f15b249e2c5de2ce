package dev.callcost.benchmark.loopback;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.GrpcState;
import dev.callcost.state.PinnedCaller;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Which stub is the cheapest for a caller that waits?
 *
 * <p>The base cell by a blocking, a future and an asynchronous stub, and one bidirectional stream with a message there and back for each call. A
 * blocking stub lends the waiting caller to its call: callbacks run in it. With FUTURE and ASYNC they run on the channel's executor, which then
 * wakes the caller: one hand-over more. STREAM has opened its HTTP/2 stream once: no HEADERS and no trailers, no new call objects, and
 * messages in order only.
 *
 * <p>Expected: STREAM below BLOCKING below FUTURE; FUTURE and ASYNC alike.
 *
 * <p>{@code java -jar benchmarks.jar GrpcStub}
 */
public class GrpcStubBenchmark extends GrpcLoopbackBenchmark {
    /** One call, or one message of the stream and its answer. */
    @Benchmark
    public int call(GrpcState.ByStub cell, PinnedCaller caller) {
        return cell.call();
    }
}
