package dev.callcost.benchmark.local;

import dev.callcost.benchmark.NanosecondBenchmark;
import dev.callcost.state.MessagesState;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does a wire format cost by itself: a message to bytes, bytes to a message?
 *
 * <p>Each format has its own native message class with the same fields and the same 4,096 values, and goes through its own gRPC
 * marshaller. Encoding is {@code stream()}, its length asked for, drained into a sink and closed, as gRPC's framer does it; decoding
 * is {@code parse()} from gRPC's own stream over direct memory, to a new message whose every field is read.
 *
 * <p>What differs by design: protobuf's field numbers let a schema evolve, BINARY_WIRE writes field names and so describes itself,
 * BYTES_MARSHALLABLE is a fixed layout with no schema evolution. COPYING_WIRE is BINARY_WIRE's fields with new buffers and copies
 * for each message, GSON is text by reflection: both allocate by design. Protobuf's messages here know their size from an earlier encoding.
 * The messages are read one after the other, so neither a string cache nor one branch history serves all; both methods return what depends on
 * every byte's decoding or on its length, so that nothing can be left out. {@code -prof gc} shows what each allocates, {@code -prof
 * async} where the time goes.
 *
 * <p>{@code java -jar benchmarks.jar Marshaller -prof gc}
 */
public class MarshallerBenchmark extends NanosecondBenchmark {
    /** A message to bytes. */
    @Benchmark
    public int encode(MessagesState messages) throws IOException {
        return messages.encodeNext();
    }

    /** Bytes to a message. */
    @Benchmark
    public int decode(MessagesState messages) throws IOException {
        return messages.decodeNext();
    }
}
