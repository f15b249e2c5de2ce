package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The estimate of the time that a run of two rows of five forks still takes. */
class RowRoundsTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final PlannedRow shorter = row("1", 2 * SECOND);
    private final PlannedRow longer = row("2", 10 * SECOND);
    private final RowRounds rounds = new RowRounds(List.of(shorter, longer), row -> true, 1) {
        @Override
        public List<Plan.Command> forks(PlannedRow row) {
            return List.of();
        }

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
            return failures > 1;
        }
    };

    private static PlannedRow row(String value, long nanos) {
        return Entries.row(Entries.entry(Map.of("n", new String[] {"1", "2"})), Map.of("n", value), nanos);
    }

    private void ends(PlannedRow row, int seconds, ForkOutcome outcome) {
        rounds.took(row, seconds * SECOND);
        rounds.count(row, outcome);
    }

    private void assertSeconds(double seconds) {
        assertThat(rounds.nanosLeft()).isEqualTo(Math.round(seconds * SECOND));
    }

    @Test
    void rowsWithoutForksTakeTheirPlanAndTheOverheadOfTheForksSoFar() {
        assertSeconds(5 * (2 + 1.5) + 5 * (10 + 1.5));
        assertThat(rounds.nextRound()).containsExactlyInAnyOrder(shorter, longer);
        assertSeconds(5 * (2 + 1.5) + 5 * (10 + 1.5));
        ends(shorter, 3, ForkOutcome.failed("once"));
        assertSeconds(4 * 3 + 5 * (10 + 1));
        ends(longer, 20, new ForkOutcome.Stopped());
        assertSeconds(4 * 3 + 4 * 20);
        rounds.nextRound();
        ends(shorter, 3, ForkOutcome.failed("twice"));
        assertSeconds(4 * 20);
        ends(longer, 20, new ForkOutcome.Skipped("not here"));
        assertSeconds(0);
        assertThat(rounds.nextRound()).isEmpty();
    }
}
