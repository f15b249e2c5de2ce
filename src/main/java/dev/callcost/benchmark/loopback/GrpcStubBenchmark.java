package dev.callcost.benchmark.loopback;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.GrpcState;
import dev.callcost.state.MeasuredThread;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Which stub is the cheapest for a caller that waits?
 *
 * <p>The base cell with a blocking and a future stub, and with one bidirectional stream that carries a message each way
 * per call. A blocking stub runs callbacks in the waiting caller. With FUTURE they run on the channel's executor, which
 * then wakes the caller: one more hand-over. STREAM has opened its HTTP/2 stream once: no HEADERS and no trailers, no
 * new call objects, and messages in order only.
 *
 * <p>Expected: STREAM below BLOCKING below FUTURE.
 *
 * <p>{@code java -jar benchmarks.jar GrpcStub}
 */
public class GrpcStubBenchmark extends GrpcLoopbackBenchmark {
    @Benchmark
    public int call(GrpcState.ByStub cell, MeasuredThread.PinnedThread caller) {
        return cell.call();
    }
}
