package dev.callcost.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTest {
    private static void assertParsed(String text) {
        assertThat((Double) Decimal.parse(text)).as(text).isEqualTo(Double.valueOf(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "-0.0",
                "0.000000000000000000000001",
                "1",
                "-1.5",
                "1.",
                ".5",
                "00012.50",
                "9007199254740993",
                "9007199254740993.5",
                "999999999999999999",
                "9223372036854775807",
                "0.99999999999999999",
                "0.99999999999999994",
                "1.0E-5",
                "1e400",
                "NaN",
                "-Infinity",
                "123456789012345678901234567890"
            })
    void readsWhatTheJdkReads(String text) {
        assertParsed(text);
    }

    @Test
    void readsAllDigits() {
        Random random = new Random(7);
        for (int n = 0; n < 100_000; n++) {
            double value = Math.exp(random.nextDouble() * 40 - 12);
            assertParsed(new BigDecimal(Double.toString(value)).toPlainString());
            assertParsed(BigDecimal.valueOf(random.nextLong() >>> random.nextInt(64), random.nextInt(18))
                    .toPlainString());
        }
    }

    @Test
    void readsTheMiddleOfTwoDoubles() {
        for (int halvings = 0; halvings <= 2; halvings++) {
            for (long odd = 1; odd < 1000; odd += 2) {
                BigDecimal middle = BigDecimal.valueOf((1L << 53) + odd);
                assertParsed(middle.divide(BigDecimal.valueOf(1L << halvings)).toPlainString());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", ".", "-.", "1.2.3", "1x", "true"})
    void refusesWhatTheJdkRefuses(String text) {
        assertThatThrownBy(() -> Decimal.parse(text)).isInstanceOf(NumberFormatException.class);
    }
}
