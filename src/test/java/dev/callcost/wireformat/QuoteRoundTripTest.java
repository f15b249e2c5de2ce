package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.Seeds;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuoteRoundTripTest {
    /** On both sides of the boundaries where Chronicle's wires write a double otherwise, and those of doubles. */
    private static final List<Double> PRICES = List.of(
            0.0,
            0.1,
            0.01,
            1e-4,
            1e-6,
            1e-7,
            1 / 3.0,
            Math.nextDown(1.0),
            Math.nextUp(100.0),
            127.0,
            128.0,
            129.0,
            255.0,
            255.5,
            256.0,
            32_768.0,
            32_769.0,
            34_359.738367,
            34_359.738368,
            65_535.0,
            65_536.0,
            16_777_217.0,
            2_147_483_649.0,
            4_294_967_295.0,
            4_294_967_297.0,
            4_398_046.511103,
            4_398_046.511104,
            (double) Float.MAX_VALUE,
            0x1p53 - 1,
            0x1p63,
            0x1p64,
            1e23,
            Double.MIN_VALUE,
            Double.MIN_NORMAL,
            Double.MAX_VALUE);

    static Stream<Arguments> formatsAndPrices() {
        return Stream.of(WireFormat.values())
                .flatMap(format -> PRICES.stream().map(price -> Arguments.of(format, price)));
    }

    @ParameterizedTest
    @MethodSource("formatsAndPrices")
    void aPriceSurvives(WireFormat format, double price) {
        assertSurvives(format.quotes(), "symbol", 1, price, 2);
        assertSurvives(format.quotes(), "symbol", 1, 0 - price, 2);
    }

    @Seeds(500)
    void anyQuoteSurvives(SplittableRandom random) {
        WireFormat format = WireFormat.values()[random.nextInt(WireFormat.values().length)];
        String symbol = Texts.WELL_FORMED.get(random.nextInt(Texts.WELL_FORMED.size()));
        assertSurvives(format.quotes(), symbol, random.nextLong(), anyPrice(random), random.nextInt());
    }

    /** Of few decimals, as prices have, of any size, and whole. */
    private static double anyPrice(SplittableRandom random) {
        double price = random.nextLong(1L << random.nextInt(1, 62)) / Math.pow(10, random.nextInt(8));
        return random.nextInt(4) == 0 ? Math.nextUp(price) : price;
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GSON")
    void whatIsNoNumberSurvivesElsewhere(WireFormat format) {
        for (double price : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            assertSurvives(format.quotes(), "symbol", 1, price, 2);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void jsonHasNoWordForWhatIsNoNumber(double price) {
        checkNotEncoded(WireFormat.GSON.quotes(), price);
    }

    private static <Q> void checkNotEncoded(QuoteFormat<Q> format, double price) {
        Wire.assertRefused(() -> format.marshaller().stream(format.quote("symbol", 1, price, 1, 2, 3)));
        assertSurvives(format, "next", 1, 1.5, 2);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"BINARY_WIRE", "FIELDLESS_WIRE", "COPYING_WIRE"})
    void minusZeroSurvivesElsewhere(WireFormat format) {
        assertSurvives(format.quotes(), "symbol", 1, -0.0, 2);
    }

    @ParameterizedTest
    @EnumSource(names = {"BINARY_WIRE", "FIELDLESS_WIRE", "COPYING_WIRE"})
    void chroniclesWiresLoseTheSignOfZero(WireFormat format) {
        checkPositiveZero(format.quotes());
    }

    private static <Q> void checkPositiveZero(QuoteFormat<Q> format) {
        Q read = Wire.roundTrip(format.marshaller(), format.quote("symbol", 1, -0.0, -0.0, 2, 3));
        assertThat(format.bid(read)).isEqualTo(0.0);
        assertThat(1 / format.ask(read)).isEqualTo(Double.POSITIVE_INFINITY);
    }

    /** The bits of prices, and sizes of either sign. */
    private static <Q> void assertSurvives(QuoteFormat<Q> format, String symbol, long time, double price, int size) {
        Q made = format.quote(symbol, time, price, price / 2 + 0.5, size, ~size);
        Q read = Wire.roundTrip(format.marshaller(), made);
        for (Q each : List.of(made, read)) {
            assertThat(format.symbol(each)).isEqualTo(symbol);
            assertThat(format.time(each)).isEqualTo(time);
            assertThat(bits(format.bid(each))).isEqualTo(bits(price));
            assertThat(bits(format.ask(each))).isEqualTo(bits(price / 2 + 0.5));
            assertThat(format.bidSize(each)).isEqualTo(size);
            assertThat(format.askSize(each)).isEqualTo(~size);
        }
    }

    private static long bits(double price) {
        return Double.doubleToLongBits(price);
    }
}
