package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.Seeds;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QuoteRoundTripTest {
    /** On both sides of the boundaries where Chronicle's wires write a double otherwise, and those of doubles. */
    private static final double[] PRICES =
            Stream.of("""
                    0 0.1 0.01 1e-4 1e-6 1e-7 0.3333333333333333 0.9999999999999999 100.00000000000001 127 128 129 255 255.5 256
                    32768 32769 34359.738367 34359.738368 65535 65536 16777217 2147483649 4294967295 4294967297
                    4398046.511103 4398046.511104 3.4028234663852886e38 9007199254740991 0x1p63 0x1p64 1e23
                    4.9e-324 2.2250738585072014e-308 1.7976931348623157e308""".split("\\s+")).mapToDouble(Double::parseDouble).toArray();

    private static final List<Double> NO_NUMBERS =
            List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);

    @ParameterizedTest
    @EnumSource
    void aPriceSurvives(WireFormat format) {
        for (double price : PRICES) {
            assertSurvives(format, "symbol", 1, price, 2);
            assertSurvives(format, "symbol", 1, 0 - price, 2);
        }
    }

    @Seeds(500)
    void anyQuoteSurvives(SplittableRandom random) {
        WireFormat format = WireFormat.values()[random.nextInt(WireFormat.values().length)];
        String symbol = Texts.WELL_FORMED.get(random.nextInt(Texts.WELL_FORMED.size()));
        assertSurvives(format, symbol, random.nextLong(), anyPrice(random), random.nextInt());
    }

    /** Of few decimals, as prices have, of any size, and whole. */
    private static double anyPrice(SplittableRandom random) {
        double price = random.nextLong(1L << random.nextInt(1, 62)) / Math.pow(10, random.nextInt(8));
        return random.nextInt(4) == 0 ? Math.nextUp(price) : price;
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNoNumberSurvivesExceptInJson(WireFormat format) {
        for (double price : NO_NUMBERS) {
            if (format == WireFormat.GSON) {
                QuoteFormat<Object> quotes = Wire.quotes(format);
                Wire.assertRefused(() -> quotes.marshaller().stream(quotes.quote("symbol", 1, price, 1, 2, 3)));
            } else {
                assertSurvives(format, "symbol", 1, price, 2);
            }
        }
        assertSurvives(format, "next", 1, 1.5, 2);
    }

    @ParameterizedTest
    @EnumSource
    void onlyChroniclesWiresLoseTheSignOfZero(WireFormat format) {
        QuoteFormat<Object> quotes = Wire.quotes(format);
        Object read = Wire.roundTrip(quotes, quotes.quote("symbol", 1, -0.0, -0.0, 2, 3));
        long expected = bits(format.name().endsWith("_WIRE") ? 0.0 : -0.0);
        assertThat(bits(quotes.bid(read))).isEqualTo(expected);
        assertThat(bits(quotes.ask(read))).isEqualTo(expected);
    }

    /** The bits of prices, and sizes of either sign. */
    private static void assertSurvives(WireFormat wireFormat, String symbol, long time, double price, int size) {
        QuoteFormat<Object> format = Wire.quotes(wireFormat);
        Object made = format.quote(symbol, time, price, price / 2 + 0.5, size, ~size);
        for (Object each : List.of(made, Wire.roundTrip(format, made))) {
            assertThat(format.symbol(each)).isEqualTo(symbol);
            assertThat(format.time(each)).isEqualTo(time);
            assertThat(bits(format.bid(each))).as("%s", price).isEqualTo(bits(price));
            assertThat(bits(format.ask(each))).as("%s", price).isEqualTo(bits(price / 2 + 0.5));
            assertThat(format.bidSize(each)).isEqualTo(size);
            assertThat(format.askSize(each)).isEqualTo(~size);
        }
    }

    private static long bits(double price) {
        return Double.doubleToLongBits(price);
    }
}
