package dev.callcost.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.pages.LadderFigures.Difference;
import dev.callcost.stats.Estimate;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DifferenceTest {
    private static Estimate estimate(double... values) {
        return Estimate.ofLogs(Arrays.stream(values).map(Math::log).boxed().toList());
    }

    /**
     * Independently: values 100, 102, 98 and 60, 61, 59 have standard deviations of 2 and 1, so that Welch's t of the
     * difference of their means has a standard error of sqrt(4/3 + 1/3) = 1.291, 2 (5/3)^2 / ((4/3)^2 + (1/3)^2) =
     * 2.941 degrees and the quantile 5.934 at 99 % (scipy.stats.t.ppf): 7.66.
     */
    @Test
    void isWelchsOfTheValuesWhereTheyScatterLittle() {
        Difference difference = Difference.of(estimate(100, 102, 98), estimate(60, 61, 59));
        assertThat(difference.value()).isCloseTo(40, within(0.02));
        assertThat(difference.halfWidth()).isCloseTo(7.66, within(0.05));
    }

    @Test
    void withoutIntervalsItIsATimeAlone() {
        Difference difference = Difference.of(estimate(100), estimate(60, 61));
        assertThat(difference.value()).isCloseTo(39.5, within(0.01));
        assertThat(difference.halfWidth()).isNaN();
        assertThat(difference.time()).isEqualTo("39.5 ns");
    }

    @Test
    void aTimeAndItsIntervalHaveOneUnit() {
        assertThat(new Difference(-27_700, 2_100).time()).isEqualTo("-27.7 us ±2.1 us");
    }
}
