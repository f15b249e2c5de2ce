package dev.callcost.benchmark.local;

import dev.callcost.benchmark.NanosecondBenchmark;
import dev.callcost.state.MessagesState;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does a wire format cost by itself: a message to bytes, bytes to a message?
 *
 * <p>Each format has its own native message classes with the same fields and the same 16,384 values, 512 for BLOB_64K,
 * and its own gRPC marshaller. Encoding does what gRPC's framer does: it calls {@code stream()}, reads its length,
 * drains it into a sink and closes it. Decoding is {@code parse()} from gRPC's own stream over direct memory, to a new
 * message that is kept, and reads every field, each long too.
 *
 * <p>A call encodes each of its messages once, so {@code encode} takes a message that was never encoded: protobuf first
 * computes the message's size from the text and the numbers, and keeps it. {@code FirstEncodeTest} proves this: it
 * compares all fields of a new message, an encoded one and one that forgot its encoding.
 *
 * <p>By design the formats differ. Protobuf's field numbers allow a schema to evolve. BINARY_WIRE writes field names
 * and types and so describes itself. BYTES_MARSHALLABLE has neither, and no schema evolution. These two are written as
 * in Chronicle's documentation, with the library's own methods on reused buffers. COPYING_WIRE is BINARY_WIRE's fields
 * with new buffers and copies for each message, and GSON is text by reflection: both allocate by design.
 * BYTES_MARSHALLABLE interns the texts that it reads; texts of calls differ, so it hardly finds one, and pays for the
 * search.
 *
 * <p>The messages are used in turn, so neither a string cache nor one branch history serves all. Those of KILOBYTE, and
 * of LONGS_1000 and BLOB_64K when named, fill tens of megabytes or a hundred and come from memory rather than a cache.
 * Both methods return a value that depends on every decoded field or on the length of the bytes, so the JIT cannot
 * remove any work. {@code -prof gc} shows what each allocates, {@code -prof async} where the time goes.
 *
 * <p>{@code java -jar benchmarks.jar Marshaller -prof gc -p message=CALL,KILOBYTE,LONGS_1000,BLOB_64K}
 */
public class MarshallerBenchmark extends NanosecondBenchmark {
    @Benchmark
    public int encode(MessagesState messages) throws IOException {
        return messages.encodeNext();
    }

    @Benchmark
    public int decode(MessagesState messages) throws IOException {
        return messages.decodeNext();
    }
}
