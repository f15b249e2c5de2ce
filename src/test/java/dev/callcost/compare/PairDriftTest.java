package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.stats.Rule;
import dev.callcost.stats.Trend;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The drift of the difference between the sides while they were measured. */
class PairDriftTest {
    /** A pair whose difference is a line over twenty neighbours, with a level of its own. */
    private static PairDifference pair(double level, double slope, boolean inTurns) {
        List<Double> base = IntStream.range(0, 20).mapToObj(i -> 50.0 + i % 3).toList();
        List<Double> head = IntStream.range(0, 20)
                .mapToObj(i -> base.get(i) * Math.exp(level + slope * i))
                .toList();
        return pair(base, head, inTurns);
    }

    private static PairDifference pair(List<Double> base, List<Double> head, boolean inTurns) {
        return PairDifference.of(Rows.row().of(List.of(base)), Rows.row().of(List.of(head)), inTurns)
                .orElseThrow();
    }

    private static PairedComparison sixPairs(IntFunction<PairDifference> pair) {
        return PairedComparison.of(
                IntStream.range(0, 6).mapToObj(pair).toList(), PairedRule.forEachOf(1, Rule.MARGIN), false);
    }

    @Test
    void aDifferenceThatShrinksIsSeenWhateverThePairsLevels() {
        PairedComparison shrinking = sixPairs(n -> pair(n % 2 == 0 ? 0.1 : 0.3, -0.004 - 0.0001 * n, true));
        assertThat(shrinking.significantDrift()).isPresent();
        Trend drift = shrinking.drift().orElseThrow();
        assertThat(drift.change()).as("16 iterations apart").isCloseTo(16 * -0.00425, within(1e-9));
        assertThat(drift.first()).isCloseTo(0.2 - 1.5 * 0.00425, within(1e-9));
        assertThat(drift.last()).isCloseTo(0.2 - 17.5 * 0.00425, within(1e-9));
        assertThat(drift.parts()).hasSize(5);
    }

    @Test
    void aDifferenceThatMovesUpAndDownDoesNotDrift() {
        assertThat(sixPairs(n -> pair(0.1, n % 2 == 0 ? 0.002 : -0.002, true)).significantDrift())
                .isEmpty();
    }

    @Test
    void forksThatRanOneAfterTheOtherHaveFifthsToo() {
        assertThat(pair(0.1, 0, false).fifths())
                .hasSize(5)
                .allSatisfy(fifth -> assertThat(fifth).isCloseTo(0.1, within(1e-9)));
    }

    @Test
    void fewIterationsHaveNoDrift() {
        List<Double> four = List.of(1.0, 2.0, 3.0, 4.0);
        assertThat(pair(four, four, true).fifths()).isEmpty();
        assertThat(sixPairs(n -> pair(four, four, true)).drift()).isEmpty();
    }
}
