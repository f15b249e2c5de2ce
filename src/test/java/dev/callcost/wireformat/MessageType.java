package dev.callcost.wireformat;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A message type of a wire format, for what must hold of both types.
 *
 * @param wireFormat the wire format
 * @param format its messages of that type
 * @param made makes the message of a number; different ones for different numbers, and texts of many lengths, narrow and wide
 * @param fields all fields of a message
 */
record MessageType<M>(
        WireFormat wireFormat, MessageFormat<M> format, IntFunction<M> made, Function<M, List<Object>> fields) {
    /** Both types of a format, each by a marshaller of its own. */
    static Stream<MessageType<?>> of(WireFormat format) {
        return Stream.of(call(format, format.calls()), quote(format, format.quotes()));
    }

    /** Both types of all formats. */
    static Stream<MessageType<?>> all() {
        return Stream.of(WireFormat.values()).flatMap(MessageType::of);
    }

    /** Both types of the formats that encode into buffers which are used again. */
    static Stream<MessageType<?>> ofReusedBuffers() {
        return all().filter(type -> type.format().marshaller() instanceof BufferMarshaller);
    }

    private static <M> MessageType<M> call(WireFormat wireFormat, CallFormat<M> format) {
        return new MessageType<>(
                wireFormat,
                format,
                n -> format.message(
                        n,
                        ~n,
                        text(n),
                        LongStream.range(0, n % 12).map(at -> at * n).toArray()),
                message -> List.of(
                        format.k(message),
                        format.i(message),
                        format.text(message),
                        Arrays.stream(format.longs(message)).boxed().collect(Collectors.toList())));
    }

    private static <M> MessageType<M> quote(WireFormat wireFormat, QuoteFormat<M> format) {
        return new MessageType<>(
                wireFormat,
                format,
                n -> format.quote(text(n), n << 20L, n / 100.0, n / 7.0, ~n, n),
                quote -> List.of(
                        format.symbol(quote),
                        format.time(quote),
                        format.bid(quote),
                        format.ask(quote),
                        format.bidSize(quote),
                        format.askSize(quote)));
    }

    private static String text(int n) {
        return ((n % 2 == 0 ? Texts.CJK : "-") + n).repeat(1 + n % 30);
    }

    /** The message of that number. */
    M message(int n) {
        return made.apply(n);
    }

    /** All fields of a message. */
    List<Object> fields(M message) {
        return fields.apply(message);
    }

    /** As the name of a test's case. */
    @Override
    public String toString() {
        return wireFormat + " " + (format instanceof CallFormat ? "call" : "quote");
    }
}
