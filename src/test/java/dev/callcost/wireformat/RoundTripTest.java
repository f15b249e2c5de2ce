package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.Seeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RoundTripTest {
    /** All others write standard UTF-8. */
    private static final Set<WireFormat> KEEPING_CODE_UNITS =
            EnumSet.complementOf(EnumSet.of(WireFormat.PROTOBUF, WireFormat.GSON));

    @Seeds(500)
    void anyMessageSurvives(SplittableRandom random) {
        CallFormat<Object> format = Wire.calls(WireFormat.values()[random.nextInt(WireFormat.values().length)]);
        String text = wellFormed(random);
        assertSurvives(format, (int) anyLong(random), (int) anyLong(random), text, text);
        long[] longs = LongStream.generate(() -> anyLong(random))
                .limit(random.nextInt(100))
                .toArray();
        assertLongsSurvive(format, wellFormed(random), longs);
    }

    @Seeds(500)
    void otherThanStandardUtf8KeepsAnyCodeUnits(SplittableRandom random) {
        StringBuilder units = new StringBuilder();
        IntStream.range(0, random.nextInt(200)).forEach(n -> units.append((char) random.nextInt(1 << 16)));
        String text = units.toString();
        KEEPING_CODE_UNITS.forEach(format -> assertSurvives(Wire.calls(format), 1, 2, text, text));
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

    /**
     * Of every size, as formats write small ones in fewer bytes, and some exact as a float; the first and last of each
     * size.
     */
    private static long anyLong(SplittableRandom random) {
        return switch (random.nextInt(5)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextLong(-70_000, 70_000);
            case 2 -> 1L << random.nextInt(64);
            case 3 -> -1L >>> random.nextInt(64);
            default -> (long) Float.intBitsToFloat(random.nextInt());
        };
    }

    @ParameterizedTest
    @EnumSource
    void textSurvives(WireFormat format) {
        CallFormat<Object> calls = Wire.calls(format);
        for (String text : Texts.WELL_FORMED) {
            assertSurvives(calls, Integer.MIN_VALUE, Integer.MAX_VALUE, text, text);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMebibyteSurvives(WireFormat format) {
        String narrow = "0123456789abcdef".repeat(1 << 16);
        String wide = ("0123456789abcde" + Texts.EURO).repeat(1 << 16);
        CallFormat<Object> one = Wire.calls(format);
        assertSurvives(one, 1, 2, narrow, narrow);
        assertSurvives(one, 3, 4, wide, wide);
        assertLongsSurvive(
                one, Texts.EURO, new SplittableRandom(1).longs(1 << 17).toArray());
        assertSurvives(one, 5, 6, "", "");
    }

    @ParameterizedTest
    @EnumSource
    void unpairedSurrogatesAreKeptExceptInStandardUtf8(WireFormat format) {
        String kept = KEEPING_CODE_UNITS.contains(format) ? Texts.LONE_SURROGATES : "a?b?c??";
        assertSurvives(Wire.calls(format), 1, 2, Texts.LONE_SURROGATES, kept);
    }

    @ParameterizedTest
    @EnumSource
    void aStreamOfUnknownLengthIsReadToItsEnd(WireFormat format) {
        CallFormat<Object> calls = Wire.calls(format);
        String text = (Texts.CJK + "abc").repeat(5000);
        byte[] bytes = Wire.encode(calls.marshaller(), calls.message(-1, 8, text));
        Object read = calls.marshaller().parse(new ByteArrayInputStream(bytes));
        assertThat(calls.k(read)).isEqualTo(-1);
        assertThat(calls.text(read)).isEqualTo(text);
    }

    @ParameterizedTest
    @EnumSource
    void aDecodedMessageIsFreshAndOwnsItsData(WireFormat wireFormat) {
        CallFormat<Object> format = Wire.calls(wireFormat);
        byte[] bytes = Wire.encode(format.marshaller(), Wire.message(format, 8));
        Object first = Wire.decode(format.marshaller(), bytes);
        Object again = Wire.decode(format.marshaller(), bytes);
        Object next = Wire.roundTrip(format, Wire.message(format, 9));
        assertThat(again).isNotSameAs(first);
        assertThat(Wire.fields(format, first)).isEqualTo(Wire.fields(format, Wire.message(format, 8)));
        assertThat(Wire.fields(format, next)).isEqualTo(Wire.fields(format, Wire.message(format, 9)));
    }

    /** The streams of two messages of one thread that are open at once. */
    @ParameterizedTest
    @EnumSource
    void openStreamsKeepTheirMessages(WireFormat wireFormat) throws IOException {
        CallFormat<Object> format = Wire.calls(wireFormat);
        try (InputStream first = format.marshaller().stream(Wire.message(format, 3));
                InputStream second = format.marshaller().stream(Wire.message(format, 5))) {
            for (Map.Entry<InputStream, Integer> stream :
                    Map.of(second, 5, first, 3).entrySet()) {
                Object read = format.marshaller().parse(stream.getKey());
                assertThat(Wire.fields(format, read))
                        .isEqualTo(Wire.fields(format, Wire.message(format, stream.getValue())));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void onlyBytesMarshallableInternsText(WireFormat format) {
        CallFormat<Object> calls = Wire.calls(format);
        byte[] bytes = Wire.encode(calls.marshaller(), calls.message(1, 2, "again " + Texts.EURO));
        String first = calls.text(Wire.decode(calls.marshaller(), bytes));
        String again = calls.text(Wire.decode(calls.marshaller(), bytes));
        assertThat(first == again).isEqualTo(format == WireFormat.BYTES_MARSHALLABLE);
    }

    private static <M> void assertSurvives(CallFormat<M> format, int k, int i, String text, String expected) {
        M made = format.message(k, i, text);
        M read = Wire.roundTrip(format, made);
        assertThat(format.text(made)).isEqualTo(text);
        assertThat(format.k(read)).isEqualTo(k);
        assertThat(format.i(read)).isEqualTo(i);
        assertThat(format.text(read)).isEqualTo(expected);
        assertThat(format.longs(read)).isEmpty();
    }

    private static <M> void assertLongsSurvive(CallFormat<M> format, String text, long[] longs) {
        M made = format.message(1, 2, text, longs.clone());
        M read = Wire.roundTrip(format, made);
        assertThat(format.longs(made)).isEqualTo(longs);
        assertThat(format.longs(read)).isEqualTo(longs);
        assertThat(format.text(read)).isEqualTo(text);
        assertThat(format.i(read)).isEqualTo(2);
    }
}
