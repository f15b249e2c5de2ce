package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.compare.Rows;
import dev.callcost.data.RoundEffects.Level;
import dev.callcost.stats.Estimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoundEffectsTest {
    /** What each of three rounds does: times 1.00, 1.10 and 0.91. */
    private static final double[] ROUNDS = {1, 1.1, 1 / 1.1};

    private final List<Row> rows = new ArrayList<>();
    private final Map<RowKey, List<Integer>> rounds = new HashMap<>();

    /** A row with a fork in some rounds, of three iterations. */
    private Row row(String benchmark, String mode, String pinning, double time, Integer... inRounds) {
        Rows made = Rows.row(benchmark)
                .mode(mode)
                .unit(mode.equals("thrpt") ? "ops/us" : "us/op")
                .params(pinning.isEmpty() ? Map.of() : Map.of("pinning", pinning));
        Row row = made.of(Arrays.stream(inRounds)
                .map(round -> Collections.nCopies(3, time * ROUNDS[round - 1]))
                .toList());
        rows.add(row);
        rounds.put(row.key(), List.of(inRounds));
        return row;
    }

    private void rows(int count) {
        IntStream.rangeClosed(1, count).forEach(n -> row("Other" + n + ".call", "avgt", "ONE_CPU", n, 1, 2, 3));
    }

    private RoundEffects effects() {
        return RoundEffects.of(rows, rounds);
    }

    private Estimate estimate(Row row) {
        return effects().rows().get(rows.indexOf(row)).estimate();
    }

    @Test
    void theEffectsOfRowsThatDifferByTheirRoundsAlone() {
        Map<Integer, Double> effects = Level.of(List.of(
                        Map.of(1, 5.0, 2, 5.3, 3, 4.9),
                        Map.of(1, 0.0, 2, 0.3, 3, -0.1),
                        Map.of(1, 7.0, 3, 6.9),
                        Map.of(1, 2.0, 2, 2.3),
                        Map.of(2, 1.3, 3, 0.9)))
                .effects();
        double mean = (0 + 0.3 - 0.1) / 3;
        assertThat(effects.get(1)).isCloseTo(-mean, within(1e-6));
        assertThat(effects.get(2)).isCloseTo(0.3 - mean, within(1e-6));
        assertThat(effects.get(3)).isCloseTo(-0.1 - mean, within(1e-6));
    }

    @Test
    void aRowThatJumpsMovesNoOther() {
        Map<Integer, Double> effects = Level.of(List.of(
                        Map.of(1, 5.0, 2, 5.3), Map.of(1, 0.0, 2, 0.3), Map.of(1, 2.0, 2, 2.3), Map.of(1, 7.0, 2, 3.0)))
                .effects();
        assertThat(effects.get(2) - effects.get(1)).isCloseTo(0.3, within(1e-6));
    }

    @Test
    void aRoundOfThreeRowsSaysNothingAndIsLeftOut() {
        Map<Integer, Double> two = Map.of(1, 5.0, 2, 5.3);
        Map<Integer, Double> three = Map.of(1, 5.0, 2, 5.3, 3, 9.9);
        Map<Integer, Double> lastAlone = Map.of(2, 5.3, 3, 9.9);
        Level level = Level.of(List.of(two, two, two, three, three, lastAlone));
        assertThat(level.effects()).containsOnlyKeys(1, 2);
        assertThat(level.rows().get(0)).containsOnlyKeys(1, 2);
        assertThat(level.rows().get(4)).containsOnlyKeys(1, 2);
        assertThat(level.rows().get(5))
                .as("of one fork nothing is known: both stay as they are")
                .isEqualTo(lastAlone);
    }

    @Test
    void forksLieAsFarApartAsTheyDoWhereNoRoundDoesAnything() {
        Map<Integer, Double> still = Map.of(1, 5.0, 2, 5.0);
        Map<Integer, Double> one = Map.of(1, 5.0, 2, 5.2);
        Map<Integer, Double> level =
                Level.of(List.of(still, still, still, one)).rows().get(3);
        assertThat(level.get(2) - level.get(1))
                .as("for the one in four of the round's effect that is its own")
                .isCloseTo(0.2 * Math.sqrt(4 / 3.0), within(1e-6));
        assertThat((level.get(1) + level.get(2)) / 2).isCloseTo(5.1, within(1e-6));
    }

    @Test
    void forksThatDifferByTheirRoundsAloneAreAllOfOneValue() {
        rows(8);
        Row lacksTheSlowRound = row("Last.call", "avgt", "ONE_CPU", 10, 1, 3);
        assertThat(effects().rows())
                .hasSize(9)
                .allSatisfy(row -> assertThat(row.estimate().variance()).isCloseTo(0, within(1e-9)));
        assertThat(estimate(lacksTheSlowRound).value() / estimate(rows.get(0)).value())
                .as("not that of the fast rounds to all")
                .isCloseTo(10, within(1e-6));
        assertThat(effects().caption())
                .contains("the times of all rows drifted by -8.8% to +10.4% between rounds, which is removed");
    }

    @Test
    void rowsOnSeveralCpusThroughputsAndThoseOfUnknownRoundsAreAsTheyWere() {
        rows(8);
        Row free = row("Free.call", "avgt", "FREE", 70, 1, 2, 3);
        Row two = row("Two.call", "avgt", "TWO_CPUS", 70, 1, 2, 3);
        Row throughput = row("Throughput.call", "thrpt", "ONE_CPU", 20, 1, 2, 3);
        Row unknown = row("Unknown.call", "avgt", "ONE_CPU", 20, 1, 2, 3);
        rounds.remove(unknown.key());
        RoundEffects effects = effects();
        assertThat(effects.rows()).contains(free, two, throughput, unknown).doesNotContain(rows.get(0));
        assertThat(List.of(free, two, throughput, unknown))
                .noneMatch(row -> effects.without().contains(row.key()));
        assertThat(effects.without().contains(rows.get(0).key())).isTrue();
    }

    @Test
    void ofFewRowsNothingIsKnown() {
        rows(7);
        row("Free.call", "avgt", "FREE", 70, 1, 2, 3);
        assertThat(effects().rows()).isEqualTo(rows);
        assertThat(effects().caption()).isEmpty();
    }

    @Test
    void oneRoundMovesNothing() {
        IntStream.range(0, 8).forEach(n -> row("Row" + n + ".call", "avgt", "ONE_CPU", 3, 1));
        assertThat(estimate(rows.get(0)).value()).isCloseTo(3, within(1e-9));
        assertThat(effects().caption()).isEmpty();
    }

    @Test
    void rowsThatGoOnHaveCompany() {
        assertThat(RoundEffects.company(0)).isZero();
        assertThat(RoundEffects.company(1)).isEqualTo(3);
        assertThat(RoundEffects.company(4)).isZero();
        assertThat(RoundEffects.company(30)).isZero();
    }
}
