package dev.callcost.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.EstimateText;
import dev.callcost.launch.RunArguments;
import dev.callcost.stats.Estimate;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

    @ParameterizedTest
    @CsvSource({
        "0.31049, 0.310 ns",
        "2.4, 2.40 ns",
        "61.24, 61.2 ns",
        "999.4, 999 ns",
        "999.6, 1.00 us",
        "1000, 1.00 us",
        "61249, 61.2 us",
        "1234567, 1.23 ms",
        "2e9, 2.00 s",
        "2e12, 2000 s"
    })
    void timesHaveThreeDigitsAndTheUnitThatFits(double nanos, String text) {
        assertThat(EstimateText.time(new Estimate(Math.log(nanos), 0, 0, 1))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"1.76, 1.85, 1.76-1.85 ns", "20000, 40000, 20.0-40.0 us", "999.4, 999.6, 999 ns-1.00 us"})
    void twoTimesHaveTheirUnitOnceWhereItIsTheSame(double low, double high, String text) {
        assertThat(Numbers.timeRange(low, high)).isEqualTo(text);
    }

    // t(0.995, 4 degrees) = 4.604095 (scipy.stats.t.ppf(.995, 4)), so sd of the mean s gives exp(4.604095 s) - 1
    @ParameterizedTest
    @CsvSource({"0.005, ' ±2.3%'", "0.02, ' ±9.6%'", "0.021, ' ±10%'", "0.4, ' ±>50%'", "0, ' ±0.0%'"})
    void intervalsAreShownAsAPercentageOfTheValueUpToHalfOfIt(double sd, String text) {
        assertThat(EstimateText.time(new Estimate(0, sd * sd, 4, 5))).isEqualTo("1.00 ns" + text);
        assertThat(EstimateText.plusMinus(0.5)).isEqualTo("±50%");
        assertThat(EstimateText.plusMinus(7.85)).isEqualTo("±>50%");
    }

    @Test
    void aScoreHasACommaInEachThousand() {
        assertThat(EstimateText.score(new Estimate(Math.log(1_962_000), 0, 0, 1), "ops/s"))
                .isEqualTo("1,960,000 ops/s");
    }

    @ParameterizedTest
    @CsvSource({"0, 0.00", "0.000123456, 0.000123", "1, 1.00", "99.96, 100", "123456, 123000", "NaN, NaN"})
    void keepsThreeSignificantDigits(double value, String text) {
        assertThat(Numbers.significant(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0.00001, 0",
        "0.049, 0",
        "0.05, 0.1",
        "24, 24.0",
        "99.949, 99.9",
        "99.96, 100",
        "13124.6, '13,125'"
    })
    void bytesAreWholeFromOneHundredOn(double bytes, String text) {
        assertThat(Numbers.bytes(OptionalDouble.of(bytes))).isEqualTo(text);
    }

    @Test
    void printsNothingForWhatIsMissing() {
        assertThat(Numbers.bytes(OptionalDouble.empty())).isEmpty();
        assertThat(Numbers.percent(Double.NaN)).isEmpty();
        assertThat(Numbers.percent(0.0164)).isEqualTo("1.6%");
    }

    @ParameterizedTest
    @CsvSource({"0, 0 s", "119, 119 s", "120, 2 min", "3540, 59 min", "3599, 1 h 00 min", "3900, 1 h 05 min"})
    void durationsAreForPeople(long seconds, String text) {
        assertThat(Numbers.duration(seconds * 1_000_000_000)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"100ms, 100 ms", "90s, 90 s", "100s, 100 s", "150s, 150 s", "8min, 8 min", "90min, 90 min", "2h, 2 h"})
    void whatAUserNamesIsNotRounded(String option, String text) {
        assertThat(Numbers.exact(RunArguments.duration(option))).isEqualTo(text);
        assertThat(text.replace(" ", "")).isEqualTo(option);
    }
}
