package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.Seeds;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RoundTripTest {
    /** {@link Texts#LONE_SURROGATES} as the JDK's UTF-8 writes it. */
    private static final String MARKED = "a?b?c??";

    private static final String REFUSED = "(refused)";

    @Seeds(500)
    void anyMessageSurvives(SplittableRandom random) {
        String text = wellFormed(random);
        assertSurvives(anyFormat(random), (int) anyLong(random), (int) anyLong(random), text, text);
    }

    @Seeds(500)
    void anyLongsSurvive(SplittableRandom random) {
        long[] longs = LongStream.generate(() -> anyLong(random))
                .limit(random.nextInt(100))
                .toArray();
        assertLongsSurvive(anyFormat(random), wellFormed(random), longs);
    }

    @Seeds(500)
    void otherThanStandardUtf8KeepsAnyCodeUnits(SplittableRandom random) {
        StringBuilder units = new StringBuilder();
        IntStream.range(0, random.nextInt(200)).forEach(n -> units.append((char) random.nextInt(1 << 16)));
        String text = units.toString();
        assertSurvives(WireFormat.BYTES_MARSHALLABLE.calls(), 1, 2, text, text);
        assertSurvives(WireFormat.BINARY_WIRE.calls(), 1, 2, text, text);
        assertSurvives(WireFormat.FIELDLESS_WIRE.calls(), 1, 2, text, text);
        assertSurvives(WireFormat.COPYING_WIRE.calls(), 1, 2, text, text);
        assertSurvives(WireFormat.FIXED_LAYOUT.calls(), 1, 2, text, text);
    }

    private static CallFormat<?> anyFormat(SplittableRandom random) {
        return WireFormat.values()[random.nextInt(WireFormat.values().length)].calls();
    }

    /** Code points of each width in UTF-8, alike often. */
    private static String wellFormed(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(200); left > 0; left--) {
            text.appendCodePoint(
                    switch (random.nextInt(4)) {
                        case 0 -> random.nextInt(0x80);
                        case 1 -> random.nextInt(0x80, 0x100);
                        case 2 -> random.nextInt(0x100, 0xD800);
                        default -> random.nextInt(0xE000, 0x110000);
                    });
        }
        return text.toString();
    }

    /** Of every size, as formats write small ones in fewer bytes, and some exact as a float; the first and last of each size. */
    private static long anyLong(SplittableRandom random) {
        return switch (random.nextInt(5)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextLong(-70_000, 70_000);
            case 2 -> 1L << random.nextInt(64);
            case 3 -> -1L >>> random.nextInt(64);
            default -> (long) Float.intBitsToFloat(random.nextInt());
        };
    }

    static Stream<Arguments> formatsAndTexts() {
        return Stream.of(WireFormat.values())
                .flatMap(format -> Texts.WELL_FORMED.stream().map(text -> Arguments.of(format, text)));
    }

    @ParameterizedTest
    @MethodSource("formatsAndTexts")
    void textSurvives(WireFormat format, String text) {
        assertSurvives(format.calls(), Integer.MIN_VALUE, Integer.MAX_VALUE, text, text);
    }

    @ParameterizedTest
    @EnumSource
    void aMebibyteSurvives(WireFormat format) {
        String narrow = "0123456789abcdef".repeat(1 << 16);
        String wide = ("0123456789abcde" + Texts.EURO).repeat(1 << 16);
        CallFormat<?> one = format.calls();
        assertSurvives(one, 1, 2, narrow, narrow);
        assertSurvives(one, 3, 4, wide, wide);
        assertLongsSurvive(
                one, Texts.EURO, new SplittableRandom(1).longs(1 << 17).toArray());
        assertSurvives(one, 5, 6, "", "");
    }

    @ParameterizedTest
    @EnumSource
    void unpairedSurrogatesAreCarriedOrRefused(WireFormat format) {
        assertThat(carried(format.calls(), Texts.LONE_SURROGATES)).isIn(Texts.LONE_SURROGATES, MARKED, REFUSED);
    }

    private static <M> String carried(CallFormat<M> format, String text) {
        try {
            return format.text(Wire.roundTrip(format.marshaller(), format.message(1, 2, text)));
        } catch (StatusRuntimeException e) {
            return REFUSED;
        }
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "BYTES_MARSHALLABLE",
                "BINARY_WIRE",
                "FIELDLESS_WIRE",
                "COPYING_WIRE",
                "FIXED_LAYOUT",
                "JAVA_SERIALIZATION"
            })
    void unpairedSurrogatesSurviveInCharactersOfTheirOwn(WireFormat format) {
        assertSurvives(format.calls(), 1, 2, Texts.LONE_SURROGATES, Texts.LONE_SURROGATES);
    }

    @ParameterizedTest
    @EnumSource(names = {"PROTOBUF", "GSON"})
    void unpairedSurrogatesBecomeQuestionMarksInStandardUtf8(WireFormat format) {
        assertSurvives(format.calls(), 1, 2, Texts.LONE_SURROGATES, MARKED);
    }

    @ParameterizedTest
    @EnumSource
    void aStreamOfUnknownLengthIsReadToItsEnd(WireFormat format) {
        checkUnknownLength(format.calls());
    }

    private static <M> void checkUnknownLength(CallFormat<M> format) {
        String text = (Texts.CJK + "abc").repeat(5000);
        byte[] bytes = Wire.encode(format.marshaller(), format.message(-1, 8, text));
        M read = format.marshaller().parse(new ByteArrayInputStream(bytes));
        assertThat(format.k(read)).isEqualTo(-1);
        assertThat(format.text(read)).isEqualTo(text);
    }

    @ParameterizedTest
    @MethodSource("dev.callcost.wireformat.MessageType#all")
    <M> void aDecodedMessageIsFreshAndOwnsItsData(MessageType<M> type) {
        Marshaller<M> marshaller = type.format().marshaller();
        byte[] bytes = Wire.encode(marshaller, type.message(8));
        M first = Wire.decode(marshaller, bytes);
        M again = Wire.decode(marshaller, bytes);
        M next = Wire.roundTrip(marshaller, type.message(9));
        assertThat(again).isNotSameAs(first);
        assertThat(type.fields(first)).isEqualTo(type.fields(type.message(8)));
        assertThat(type.fields(next)).isEqualTo(type.fields(type.message(9)));
    }

    @ParameterizedTest
    @EnumSource
    void onlyBytesMarshallableInternsText(WireFormat format) {
        checkInterning(format.calls(), format == WireFormat.BYTES_MARSHALLABLE);
    }

    private static <M> void checkInterning(CallFormat<M> format, boolean interns) {
        byte[] bytes = Wire.encode(format.marshaller(), format.message(1, 2, "again " + Texts.EURO));
        String first = format.text(Wire.decode(format.marshaller(), bytes));
        String again = format.text(Wire.decode(format.marshaller(), bytes));
        assertThat(first == again).isEqualTo(interns);
    }

    private static <M> void assertSurvives(CallFormat<M> format, int k, int i, String text, String expected) {
        M made = format.message(k, i, text);
        M read = Wire.roundTrip(format.marshaller(), made);
        assertThat(format.text(made)).isEqualTo(text);
        assertThat(format.k(read)).isEqualTo(k);
        assertThat(format.i(read)).isEqualTo(i);
        assertThat(format.text(read)).isEqualTo(expected);
        assertThat(format.longs(read)).isEmpty();
    }

    private static <M> void assertLongsSurvive(CallFormat<M> format, String text, long[] longs) {
        M made = format.message(1, 2, text, longs.clone());
        M read = Wire.roundTrip(format.marshaller(), made);
        assertThat(format.longs(made)).isEqualTo(longs);
        assertThat(format.longs(read)).isEqualTo(longs);
        assertThat(format.text(read)).isEqualTo(text);
        assertThat(format.i(read)).isEqualTo(2);
    }
}
