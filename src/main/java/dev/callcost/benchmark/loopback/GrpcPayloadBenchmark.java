package dev.callcost.benchmark.loopback;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.GrpcState;
import dev.callcost.state.MeasuredThread;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does one more byte cost?
 *
 * <p>The base cell with text of 0, 1,024 and 65,536 ASCII characters, sent and echoed: as many bytes each way.
 *
 * <p>Above 16 KiB a message takes several HTTP/2 frames and at 64 KiB the initial flow-control window, which netty
 * enlarges while running. The set-up compares the echo with the sent text.
 *
 * <p>Expected: 1 KiB close to nothing, 64 KiB more than twice the empty call, because both ends encode, copy and decode
 * strings.
 *
 * <p>{@code java -jar benchmarks.jar GrpcPayload -prof gc}
 */
public class GrpcPayloadBenchmark extends GrpcLoopbackBenchmark {
    @Benchmark
    public int unary(GrpcState.ByPayload cell, MeasuredThread.PinnedThread caller) {
        return cell.call();
    }
}
