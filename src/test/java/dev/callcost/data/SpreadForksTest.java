package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.util.ListStatistics;

class SpreadForksTest {
    private static ListStatistics statistics(List<List<Double>> forks) {
        return new ListStatistics(
                forks.stream().mapToDouble(fork -> fork.get(0)).toArray());
    }

    /** From what JMH writes of so many forks come values of which JMH writes the same. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 10})
    void theirMeanAndErrorAreThoseOfTheFile(int forks) {
        double[] values = new double[forks];
        for (int n = 0; n < forks; n++) {
            values[n] = 100 + n * n;
        }
        ListStatistics truth = new ListStatistics(values);
        ListStatistics spread = statistics(SpreadForks.of(
                forks,
                Map.of(
                        "score", truth.getMean(),
                        "scoreError", truth.getMeanErrorAt(0.999),
                        "0.0", truth.getMin(),
                        "100.0", truth.getMax())));
        assertThat(spread.getN()).isEqualTo(forks);
        assertThat(spread.getMean()).isCloseTo(truth.getMean(), within(1e-9));
        if (forks > 1) {
            assertThat(spread.getStandardDeviation()).isCloseTo(truth.getStandardDeviation(), within(1e-9));
        }
    }

    @Test
    void whatIsNotKnownIsNotMadeUp() {
        assertThat(SpreadForks.of(3, Map.of("score", 1.0, "0.0", 0.5, "100.0", 2.0)))
                .containsExactly(List.of(), List.of(), List.of());
        assertThat(SpreadForks.of(1, Map.of("score", Double.NaN))).containsExactly(List.of());
        assertThat(SpreadForks.of(0, Map.of())).isEmpty();
    }
}
