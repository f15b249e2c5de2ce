package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.WireOut;
import net.openhft.chronicle.wire.WireType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** FIELDLESS_WIRE against what Chronicle Wire itself writes. */
class FieldlessWireTest {
    private static final long[] LONGS = {0, -1, 200, 70_000, 1L << 40, Long.MIN_VALUE, Long.MAX_VALUE};

    private final FieldlessWireFormat format = new FieldlessWireFormat();

    static Stream<String> texts() {
        return Stream.concat(Texts.WELL_FORMED.stream(), Stream.of(Texts.LONE_SURROGATES));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void bytesAreThoseOfTheLibrarysWireWhateverTheNames(String text) {
        byte[] ours = Wire.encode(format.marshaller(), format.message(-7, 8, text, LONGS));
        byte[] theirs = written(wire -> wire.write("a")
                .int32(-7)
                .write("b")
                .int32(8)
                .write("c")
                .text(text)
                .write("d")
                .array(LONGS, LONGS.length));
        assertThat(ours).isEqualTo(theirs);
    }

    @Test
    void aNumberMayBeOfAnotherWidth() {
        byte[] bytes = written(wire -> {
            wire.write().int8((byte) -3);
            wire.write().int64(1L << 30);
            wire.write().text("text");
            wire.write().sequence(LONGS, (longs, out) -> {
                out.fixedInt64(5);
                out.int8((byte) 6);
            });
        });
        PlainCalls.Message read = Wire.decode(format.marshaller(), bytes);
        PlainCalls.Message expected = format.message(-3, 1 << 30, "text", new long[] {5, 6});
        assertThat(read).usingRecursiveComparison().isEqualTo(expected);
    }

    @Test
    void aQuotesPriceMayBeOfAnotherWidth() {
        QuoteFormat<PlainQuotes.Quote> quotes = FieldlessWireFormat.quotes();
        byte[] bytes = written(wire -> {
            wire.write().text("ABC");
            wire.write().int8((byte) 1);
            wire.write().fixedFloat64(12.34);
            wire.write().int64(3);
            wire.write().fixedInt64(4);
            wire.write().int32(5);
        });
        assertThat(Wire.decode(quotes.marshaller(), bytes)).isEqualTo(quotes.quote("ABC", 1, 12.34, 3, 4, 5));
    }

    private static byte[] written(Consumer<WireOut> writer) {
        Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap();
        writer.accept(WireType.FIELDLESS_BINARY.apply(bytes));
        return bytes.toByteArray();
    }
}
