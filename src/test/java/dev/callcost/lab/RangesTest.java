package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Estimate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    11210  | 13120  | 11,200-13,200
                    11210  | 13250  | 11,000-14,000
                    0.669  | 1.56   | 0.6-1.6
                    1.601  | 1.678  | 1.60-1.68
                    999.6  | 1000.4 | 999.6-1,000.4
                    7123.4 | 99876  | 0-100,000
                    4      | 4      | 4.00-4.00
                    1      | Infinity | 1.00-Infinity
                    """)
    void rangesHaveTheDigitsThatAreKnown(double low, double high, String text) {
        assertThat(Ranges.of(low, high)).isEqualTo(text);
    }

    @Test
    void rangesOfTimesHaveTheUnitOfTheValue() {
        // t(0.995, 4 degrees) = 4.604095: exp(-0.0460) and exp(0.0460) of 2.4 us
        assertThat(Ranges.time(new Estimate(Math.log(2400), 1e-4, 4, 5))).isEqualTo("2.2-2.6 us");
    }
}
