package dev.callcost.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RatesTest {
    @Test
    void ratesAreWholeNumbersOfCallsASecond() {
        assertThat(Rates.parse("100,1k,2.5k,1M,max,1000,0.001M").values())
                .containsExactly("100", "1000", "2500", "1000000", "max");
        assertThat(Rates.parse("100,2.5k").param()).isEqualTo("rate=100,2500");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-1", "1.5", "0.0001k", "1K", "many", "1,,2", "1e3", "100/s"})
    void othersAreRefusedWithAnExample(String text) {
        assertThatThrownBy(() -> Rates.parse(text))
                .hasMessageMatching(
                        "load: --rate '.*' is no whole number of calls a second, such as 100, 2.5k, 1M or max");
    }

    @Test
    void aSweepHasAllSharesOfTheCapacityWithThreeDigits() {
        assertThat(Rates.upTo(8370).values())
                .containsExactly("419", "837", "1670", "4190", "5860", "6700", "7530", "7950");
        assertThat(Rates.upTo(1200).values()).hasSize(8);
        assertThat(Rates.upTo(7).values()).containsExactly("1", "4", "5", "6", "7");
    }

    @ParameterizedTest
    @CsvSource({
        "1000, PT20S, -i 10 -r 2000ms",
        "max, PT20S, -i 10 -r 2000ms",
        "'1000,1', PT20S, -i 2 -r 10000ms",
        "3, PT20S, -i 6 -r 3334ms",
        "1000, PT0.5S, -i 1 -r 500ms",
        "1, PT0.5S, -i 1 -r 10000ms"
    })
    void windowsHaveTenCallsAtLeast(String rates, Duration length, String options) {
        assertThat(String.join(" ", Rates.parse(rates).windows(length))).isEqualTo(options);
    }
}
