package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoubleListTest {
    private static double number(String text) {
        return DoubleList.number("[" + text + "]", 1, text.length() + 1);
    }

    @Test
    void numbersAreThoseOfTheJdk() {
        Random random = new Random(1);
        Stream.<Supplier<Object>>of(
                        () -> random.nextDouble() * Math.pow(10, random.nextInt(17)),
                        () -> random.nextDouble() / Math.pow(10, random.nextInt(6)),
                        () -> Double.longBitsToDouble(random.nextLong()),
                        () -> random.nextInt() / 8.0,
                        () -> BigDecimal.valueOf(random.nextLong() >>> random.nextInt(64), random.nextInt(25))
                                .toPlainString(),
                        // halfway between two doubles, and next to that
                        () -> BigDecimal.valueOf((1L << 53) + (random.nextInt(1 << 20) | 1) + random.nextInt(2) - 1)
                                .divide(BigDecimal.valueOf(1L << random.nextInt(8)))
                                .toPlainString())
                .forEach(kind -> Stream.generate(kind).limit(20_000).forEach(it -> {
                    String text = it.toString();
                    assertThat(Double.doubleToRawLongBits(number(text)))
                            .as(text)
                            .isEqualTo(Double.doubleToRawLongBits(Double.parseDouble(text)));
                }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "1.2.3", "1,2", "x", "1_000"})
    void refusesWhatIsNoNumber(String text) {
        assertThatThrownBy(() -> number(text)).isInstanceOf(NumberFormatException.class);
    }
}
