package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The order of rows, and the estimate of the time that a run of two rows of five forks still takes. */
class RowRoundsTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final PlannedRow shorter = row("1", 2 * SECOND);
    private final PlannedRow longer = row("2", 10 * SECOND);
    private final RowRounds.TimeLeft left = new RowRounds.TimeLeft(List.of(shorter, longer));

    private static PlannedRow row(String value, long nanos) {
        return Entries.row(Entries.entry(Map.of("n", new String[] {"1", "2"})), Map.of("n", value), nanos);
    }

    private void assertSeconds(double seconds) {
        assertThat(left.nanos()).isEqualTo(Math.round(seconds * SECOND));
    }

    @Test
    void beforeTheFirstForkItIsThePlanAndAGuessOfTheOverhead() {
        assertSeconds(5 * (2 + 1.5) + 5 * (10 + 1.5));
        left.left(shorter, 3);
        assertSeconds(3 * (2 + 1.5) + 5 * (10 + 1.5));
    }

    @Test
    void theOverheadOfAForkCountsForRowsWithoutForks() {
        left.took(shorter, 3 * SECOND);
        assertSeconds(4 * 3 + 5 * (10 + 1));
        left.left(longer, 0);
        assertSeconds(4 * 3);
        left.left(shorter, 1);
        left.left(longer, 2);
        assertSeconds(3 + 2 * (10 + 1));
    }

    @Test
    void theFirstRowsOfEachRoundAreThoseToBeFirst() {
        List<PlannedRow> rows =
                IntStream.range(0, 8).mapToObj(n -> row("" + n, n)).toList();
        Predicate<PlannedRow> isFirst = row -> row.iterationNanos() >= 5;
        RowRounds rounds = new RowRounds(rows, isFirst, 7) {
            @Override
            protected void tell(ForkOutcome outcome, String text) {}

            @Override
            protected ForkOutcome keep(PlannedRow row, ForkOutcome outcome) {
                return outcome;
            }

            @Override
            protected String text(ForkOutcome.Measured fork) {
                return "";
            }

            @Override
            protected boolean isGivenUp(PlannedRow row, int failures) {
                return false;
            }

            @Override
            public List<Plan.Command> forks(PlannedRow row) {
                return List.of();
            }
        };

        Set<List<PlannedRow>> orders = new HashSet<>();
        for (List<PlannedRow> round = rounds.nextRound(); !round.isEmpty(); round = rounds.nextRound()) {
            assertThat(round).containsExactlyInAnyOrderElementsOf(rows);
            assertThat(round.subList(0, 3)).allMatch(isFirst);
            orders.add(round);
        }
        assertThat(orders).as("one for each round").hasSize(5);
        assertThat(rounds.nanosOfFirst()).isEqualTo(5 + 6 + 7 + 3 * TimeUnit.MILLISECONDS.toNanos(1500));
    }

    @Test
    void atTheEndNothingIsLeft() {
        for (int fork = 0; fork < 5; fork++) {
            left.took(shorter, SECOND);
            left.took(longer, 20 * SECOND);
        }
        assertSeconds(0);
    }
}
