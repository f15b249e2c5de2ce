package dev.callcost.benchmark.experiment.wireformat;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.GrpcState;
import dev.callcost.state.PinnedCaller;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * From which size of message on does the wire format matter to a whole call?
 *
 * <p>The base cell with each wire format, and with text of 0, 1,024 and 65,536 ASCII characters, sent and echoed. {@code
 * GrpcWireFormatBenchmark} has the first column, {@code GrpcPayloadBenchmark} protobuf's line; here are all of them in one run, so that
 * they can be compared with each other. Each message is made for its call and encoded once, by the client and by the server.
 *
 * <p>One CPU for client and server: the serialized path, not what a user waits; {@code GrpcPinningBenchmark} has both. The text is the same
 * in every call: BYTES_MARSHALLABLE interns text of up to 4,096 characters and so makes no string for that of 1,024.
 * It is ASCII, of which the JDK keeps a byte a character; {@code MarshallerBenchmark} has other text, and the formats by themselves.
 *
 * <p>Expected: with an empty text the formats that reuse their buffers, and protobuf, not separated; with 64 KiB those apart that go
 * through the text character by character, as Chronicle does on the heap and Gson does, from those that copy it as a block.
 *
 * <p>{@code java -jar benchmarks.jar GrpcWireFormatPayload -prof gc}
 */
public class GrpcWireFormatPayloadBenchmark extends GrpcLoopbackBenchmark {
    /** One unary call. */
    @Benchmark
    public int unary(GrpcState.ByWireFormatAndPayload cell, PinnedCaller caller) {
        return cell.call();
    }
}
