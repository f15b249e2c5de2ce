package dev.callcost.benchmark.loopback;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.GrpcState;
import dev.callcost.state.MeasuredThread;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * How much does the wire format matter to a whole call?
 *
 * <p>The base cell with each wire format: the same numbers and an empty text, in the format's own message class. Both ends encode and decode once.
 * {@code MarshallerBenchmark} has the formats by themselves, {@code GrpcWireFormatMessageBenchmark}, when named, calls with its messages.
 *
 * <p>Expected: PROTOBUF, BYTES_MARSHALLABLE, FIXED_LAYOUT and BINARY_WIRE do not differ significantly, because encoding an empty text is a small
 * part of such a call. A format that differs costs more than its bytes. COPYING_WIRE and GSON may, because they create objects and copies for each
 * message.
 *
 * <p>{@code java -jar benchmarks.jar GrpcWireFormat -prof gc}
 */
public class GrpcWireFormatBenchmark extends GrpcLoopbackBenchmark {
    @Benchmark
    public int unary(GrpcState.ByWireFormat cell, MeasuredThread.Caller caller) {
        return cell.call();
    }
}
