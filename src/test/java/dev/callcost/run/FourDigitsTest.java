package dev.callcost.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FourDigitsTest {
    @ParameterizedTest
    @CsvSource({
        "2.3764, 2.376",
        "52.314159, 52.31",
        "1806321, 1806000",
        "0.00012345, 0.0001234",
        "0, 0",
        "NaN, NaN",
        "Infinity, Infinity"
    })
    void fourSignificantDigitsWithoutExponent(double number, String text) {
        assertThat(FourDigits.text(number)).isEqualTo(text);
    }
}
