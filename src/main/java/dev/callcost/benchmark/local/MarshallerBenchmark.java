package dev.callcost.benchmark.local;

import dev.callcost.benchmark.NanosecondBenchmark;
import dev.callcost.state.MessagesState;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does a wire format cost by itself: a message to bytes, bytes to a message?
 *
 * <p>Each format has its own native message classes with the same fields and the same 16,384 values, 512 of BLOB_64K, and goes through its
 * own gRPC marshaller. Encoding is {@code stream()}, its length asked for, drained into a sink and closed, as gRPC's framer does it; decoding
 * is {@code parse()} from gRPC's own stream over direct memory, to a new message that is kept and whose every field is read, each long too.
 *
 * <p>A call encodes each of its messages once. {@code encode} is that: protobuf computes the message's size first, for which it goes
 * through the text and the numbers. {@code encodeAgain} is a message whose size is known, which benchmarks of one message encoded over and
 * over measure; the two differ for protobuf alone. How one knows: {@code FirstEncodeTest} compares all fields of a message that was just
 * made, that was encoded, and that forgot it.
 *
 * <p>What differs by design: protobuf's field numbers let a schema evolve, BINARY_WIRE writes field names and so describes itself, FIELDLESS_WIRE
 * has types but no names, BYTES_MARSHALLABLE neither, both without schema evolution. These three are written as Chronicle's documentation writes
 * them, with the library's own methods on reused buffers. FIXED_LAYOUT, no schema evolution either, is what a layout made by hand for the message
 * comes to past every library: the floor. COPYING_WIRE is BINARY_WIRE's fields with new buffers and copies for each message, GSON is text by
 * reflection, and JAVA_SERIALIZATION describes class and fields in each message: all three allocate by design. BYTES_MARSHALLABLE interns the
 * texts it reads; those of calls differ, so that it hardly finds one, and pays for the search.
 *
 * <p>QUOTE, when named, is a message of another type: a market quote, with a symbol, a time, two prices and two sizes. What it adds are doubles.
 * PROTOBUF, BYTES_MARSHALLABLE, FIXED_LAYOUT and JAVA_SERIALIZATION write eight bytes for each; Chronicle's wires look for the shortest form that
 * keeps the value, and find one to three bytes for these prices, which are numbers of hundredths; GSON writes and reads decimal digits. Its 4,000
 * symbols come again and again, as a market's do, and so BYTES_MARSHALLABLE finds most of them in its cache.
 *
 * <p>Negative numbers are a message of their own (NEGATIVES): one takes ten bytes in protobuf, whatever its size, and would be charged to
 * calls that have none. The messages are used one after the other, so neither a string cache nor one branch history serves all; those of
 * KILOBYTE, and of LONGS_1000 and BLOB_64K when they are named, fill tens of megabytes or a hundred and come out of memory rather than a
 * cache. All methods return what depends on every field's decoding
 * or on the length of the bytes, so that nothing can be left out. {@code -prof gc} shows what each allocates, {@code -prof async} where the
 * time goes.
 *
 * <p>{@code java -jar benchmarks.jar Marshaller -prof gc -p message=CALL,QUOTE,NEGATIVES,KILOBYTE,LONGS_1000,BLOB_64K}
 */
public class MarshallerBenchmark extends NanosecondBenchmark {
    /** A message to bytes, for the first time. */
    @Benchmark
    public int encode(MessagesState messages) throws IOException {
        return messages.encodeNext();
    }

    /** A message to bytes that became bytes before. */
    @Benchmark
    public int encodeAgain(MessagesState messages) throws IOException {
        return messages.encodeNextAgain();
    }

    /** Bytes to a message. */
    @Benchmark
    public int decode(MessagesState messages) throws IOException {
        return messages.decodeNext();
    }
}
