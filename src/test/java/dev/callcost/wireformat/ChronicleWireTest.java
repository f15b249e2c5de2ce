package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.WireOut;
import net.openhft.chronicle.wire.WireType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** BINARY_WIRE against what Chronicle Wire itself writes and reads. */
class ChronicleWireTest {
    private static final long[] LONGS = {
        0, -1, 200, 70_000, 123_456_789_000L, 1L << 40, (1L << 53) + 1, Long.MIN_VALUE, Long.MAX_VALUE
    };

    private final BinaryWireFormat format = new BinaryWireFormat();
    private final QuoteFormat<PlainQuotes.Quote> quotes = BinaryWireFormat.quotes();

    static Stream<String> texts() {
        return Stream.concat(Texts.WELL_FORMED.stream(), Stream.of(Texts.LONE_SURROGATES));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void bytesAreThoseOfTheWiresOwnMethods(String text) {
        Consumer<WireOut> writer = wire -> {
            wire.write("k").int32(-7);
            wire.write("i").int32(8);
            wire.write("text").text(text);
            wire.write("longs").array(LONGS, LONGS.length);
        };
        assertThat(Wire.encode(format.marshaller(), format.message(-7, 8, text, LONGS)))
                .isEqualTo(written(writer));
    }

    @Test
    void aQuotesFieldsMayBeAnywhereMissingOrUnknown() {
        byte[] bytes = written(wire -> {
            wire.write("ask").float64(12.5);
            wire.write("later").float64(0.000_001);
            wire.write("symbol").text("ABC");
            wire.write("bid").int64(3);
        });
        assertThat(Wire.decode(quotes.marshaller(), bytes)).isEqualTo(quotes.quote("ABC", 0, 3, 12.5, 0, 0));
    }

    @Test
    void aPriceMayBeOfAnyWidth() {
        for (Consumer<WireOut> bid : List.<Consumer<WireOut>>of(
                wire -> wire.write("bid").float32(2),
                wire -> wire.write("bid").fixedFloat32(2),
                wire -> wire.write("bid").fixedFloat64(2),
                wire -> wire.write("bid").int8((byte) 2),
                wire -> wire.write("bid").fixedInt64(2))) {
            assertThat(Wire.decode(quotes.marshaller(), written(bid))).isEqualTo(quotes.quote("", 0, 2, 0, 0, 0));
        }
    }

    @Test
    void anEmptySequenceIsNoLongs() {
        assertThat(decoded(wire -> wire.write("longs").array(new long[0], 0))).isEqualTo(format.message(0, 0, ""));
    }

    @Test
    void fieldsMayBeAnywhereMissingOrUnknown() {
        PlainCalls.Message message = decoded(wire -> {
            wire.write("text").text("first");
            wire.write("later").text("a field of a later schema " + Texts.EMOJI);
            wire.write("nested").marshallable(nested -> nested.write("k").int32(99));
            wire.write("real").float64(1.5);
            wire.write("flag").bool(true);
            wire.write("none").text((String) null);
            wire.write("large").int64(Long.MAX_VALUE);
            wire.write("i").int32(8);
        });
        assertThat(message).isEqualTo(format.message(0, 8, "first"));
    }

    @Test
    void theFirstOfTwoFieldsWithOneNameCounts() {
        assertThat(decoded(wire -> wire.write("k").int32(1).write("k").int32(2)).k())
                .isEqualTo(1);
    }

    @Test
    void anIntMayBeOfAnotherWidth() {
        PlainCalls.Message message =
                decoded(wire -> wire.write("k").int8((byte) -3).write("i").int64(4_000));
        assertThat(message).isEqualTo(format.message(-3, 4_000, ""));
    }

    /** The library's own {@code text()} ends in an OutOfMemoryError. */
    @Test
    void shortTextBeyondLatin1IsReadAHundredTimesByOneWire() {
        for (int n = 0; n < 100; n++) {
            String text = Texts.EURO + n;
            assertThat(Wire.roundTrip(format, format.message(0, 0, text))).isEqualTo(format.message(0, 0, text));
        }
    }

    /** What the library makes of other numbers than the writer's. */
    @ParameterizedTest
    @CsvSource({
        "another header,             C56C6F6E6773 8102 00A1 C8,                200",
        "float with a fraction,      C56C6F6E6773 8205000000 900000C03F,       1",
        "float that is no number,    C56C6F6E6773 8205000000 900000C07F,       0",
        "float of 2^64,              C56C6F6E6773 8205000000 900000805F,       9223372036854775807",
        "infinite float,             C56C6F6E6773 8205000000 900000807F,       9223372036854775807",
        "double,                     C56C6F6E6773 8209000000 91000000000000F03F, 1"
    })
    void otherNumbersAreConverted(String what, String hex, long expected) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        PlainCalls.Message message = Wire.decode(format.marshaller(), bytes);
        assertThat(message.longs()).as(what).containsExactly(expected);
    }

    private PlainCalls.Message decoded(Consumer<WireOut> writer) {
        return Wire.decode(format.marshaller(), written(writer));
    }

    private static byte[] written(Consumer<WireOut> writer) {
        Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap();
        writer.accept(WireType.BINARY_LIGHT.apply(bytes));
        return bytes.toByteArray();
    }
}
