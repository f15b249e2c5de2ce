package dev.callcost.state.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @Test
    void aWindowHasExactlyItsCallsInOrder() {
        for (int window = -3; window < 20; window++) {
            long[] due = new Schedule(333).due(2 * SECOND, window);
            assertThat(due).hasSize(666).isSorted();
            assertThat(due[0]).isNotNegative();
            assertThat(due[665]).isLessThan(2 * SECOND);
        }
    }

    @Test
    void aWindowHasTheSameTimesInEveryForkAndOthersThanTheNext() {
        long[] due = new Schedule(1000).due(SECOND, 3);
        assertThat(new Schedule(1000).due(SECOND, 3)).isEqualTo(due);
        assertThat(new Schedule(1000).due(SECOND, 4)).isNotEqualTo(due);
    }

    /**
     * The gaps of many uniform times are exponential; Kolmogorov and Smirnov's test refuses one draw in a hundred, and
     * this draw is always the same.
     */
    @Test
    void gapsAreThoseOfIndependentCallers() {
        int calls = 10_000;
        long[] due = new Schedule(calls).due(SECOND, 0);
        double[] gaps = new double[calls - 1];
        for (int gap = 0; gap < gaps.length; gap++) {
            gaps[gap] = (due[gap + 1] - due[gap]) * (double) calls / SECOND;
        }
        assertThat(Arrays.stream(gaps).average().orElseThrow()).isCloseTo(1, within(0.01));
        assertThat(KolmogorovSmirnovTest.withDefaults()
                        .test(gaps, ExponentialDistribution.of(1)::cumulativeProbability)
                        .getPValue())
                .isBetween(0.01, 0.9999);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 | 2 | a window has 2 calls; it needs 10 (-r 10s), and 5000000 are the most
            3 | 0.25 | a window has 1 calls; it needs 10 (-r 4s), and 5000000 are the most
            10000000 | 2 | a window has 20000000 calls; it needs 10 (-r 1s), and 5000000 are the most
            """)
    void aWindowWithTooFewCallsOrTooManyIsRefused(double rate, double seconds, String message) {
        assertThatThrownBy(() -> new Schedule(rate).check((long) (seconds * SECOND)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void tenCallsAreEnough() {
        assertThatCode(() -> new Schedule(1).check(10 * SECOND)).doesNotThrowAnyException();
        assertThatCode(() -> new Schedule(5).check(2 * SECOND)).doesNotThrowAnyException();
    }
}
