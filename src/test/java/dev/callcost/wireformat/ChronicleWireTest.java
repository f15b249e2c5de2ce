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

/** BINARY_WIRE against what Chronicle Wire itself writes and reads. */
class ChronicleWireTest {
    private static final long[] LONGS = {
        0, -1, 200, 70_000, 123_456_789_000L, 1L << 40, (1L << 53) + 1, Long.MIN_VALUE, Long.MAX_VALUE
    };

    private final BinaryWireFormat format = new BinaryWireFormat();

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
    void anEmptySequenceIsNoLongs() {
        assertThat(decoded(wire -> wire.write("longs").array(new long[0], 0))).isEqualTo(format.message(0, 0, ""));
    }

    @Test
    void fieldsMayBeAnywhereMissingOrUnknown() {
        BinaryWireFormat.BinaryMessage message = decoded(wire -> {
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

    /** The library's own {@code text()} ends in an OutOfMemoryError. */
    @Test
    void shortTextBeyondLatin1IsReadAHundredTimesByOneWire() {
        for (int n = 0; n < 100; n++) {
            String text = Texts.EURO + n;
            assertThat(Wire.roundTrip(format, format.message(0, 0, text))).isEqualTo(format.message(0, 0, text));
        }
    }

    private BinaryWireFormat.BinaryMessage decoded(Consumer<WireOut> writer) {
        return Wire.decode(format.marshaller(), written(writer));
    }

    private static byte[] written(Consumer<WireOut> writer) {
        Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap();
        writer.accept(WireType.BINARY_LIGHT.apply(bytes));
        return bytes.toByteArray();
    }
}
