package dev.callcost.benchmark.experiment.wireformat;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.GrpcState;
import dev.callcost.state.MeasuredThread;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * For which messages does the wire format matter to a whole call?
 *
 * <p>The base cell with each wire format, and with texts and longs as {@code MarshallerBenchmark} draws them for the
 * same {@code message}, so that formats alone and their calls can be compared. Each call sends another message, and the
 * server echoes it. {@code GrpcPayloadBenchmark} has protobuf's calls with ASCII text. Each message is created for its
 * call and encoded once, by the client and by the server.
 *
 * <p>k and i are the same in every call. BYTES_MARSHALLABLE, which interns texts of up to 4,096 characters, hardly
 * finds one, because they differ; but server and client share its cache, and the client finds the text that the server
 * has just read.
 *
 * <p>Expected with CALL: protobuf and the formats that reuse their buffers do not differ significantly. With BLOB_64K:
 * formats that process text by character, as Chronicle on the heap and Gson do, are slower than those that copy it as a
 * block. With LONGS_1000: formats that write decimal digits, and protobuf, whose longs have one to nine bytes each, are
 * slower than those that write eight. On JDK 17 (results/xeon-vm-jdk17-formats-call) formats begin to differ with
 * KILOBYTE, and with CALL only GSON differs from protobuf.
 *
 * <p>{@code java -jar benchmarks.jar GrpcWireFormatMessage -prof gc}
 */
public class GrpcWireFormatMessageBenchmark extends GrpcLoopbackBenchmark {
    @Benchmark
    public int unary(GrpcState.ByWireFormatAndMessage cell, MeasuredThread.PinnedThread caller) {
        return cell.call();
    }
}
