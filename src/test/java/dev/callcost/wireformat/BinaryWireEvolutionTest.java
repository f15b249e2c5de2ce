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
class BinaryWireEvolutionTest {
    private final BinaryWireFormat format = new BinaryWireFormat();

    static Stream<String> texts() {
        return Stream.concat(Texts.WELL_FORMED.stream(), Stream.of(Texts.LONE_SURROGATES));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void bytesAreThoseOfTheWiresOwnMethods(String text) {
        byte[] ours = Wire.encode(format.marshaller(), format.message(-7, 8, text));
        byte[] theirs = written(wire ->
                wire.write("k").int32(-7).write("i").int32(8).write("text").text(text));
        assertThat(ours).isEqualTo(theirs);
    }

    @Test
    void longsAreThoseOfTheWiresOwnMethods() {
        long[] longs = {0, -1, 200, 70_000, 123_456_789_000L, 1L << 40, (1L << 53) + 1, Long.MIN_VALUE, Long.MAX_VALUE};
        byte[] ours = Wire.encode(format.marshaller(), format.message(-7, 8, "text", longs));
        byte[] theirs = written(wire -> wire.write("k")
                .int32(-7)
                .write("i")
                .int32(8)
                .write("text")
                .text("text")
                .write("longs")
                .array(longs, longs.length));
        assertThat(ours).isEqualTo(theirs);
        assertThat(Wire.decode(format.marshaller(), theirs).longs()).isEqualTo(longs);
    }

    @Test
    void anEmptySequenceIsNoLongs() {
        assertThat(decoded(wire -> wire.write("longs").array(new long[0], 0))).isEqualTo(format.message(0, 0, ""));
    }

    @Test
    void fieldsMayBeAnywhereMissingOrUnknown() {
        BinaryWireFormat.Message message = decoded(wire -> {
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
    void theLastOfTwoFieldsWithOneNameCounts() {
        assertThat(decoded(wire -> wire.write("k").int32(1).write("k").int32(2)).k())
                .isEqualTo(2);
    }

    @Test
    void anIntMayBeOfAnotherWidth() {
        BinaryWireFormat.Message message =
                decoded(wire -> wire.write("k").int8((byte) -3).write("i").int64(4_000));
        assertThat(message).isEqualTo(format.message(-3, 4_000, ""));
    }

    private BinaryWireFormat.Message decoded(Consumer<WireOut> writer) {
        return Wire.decode(format.marshaller(), written(writer));
    }

    private static byte[] written(Consumer<WireOut> writer) {
        Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap();
        writer.accept(WireType.BINARY_LIGHT.apply(bytes));
        return bytes.toByteArray();
    }
}
