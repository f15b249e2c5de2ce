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
    private final RowRounds.TimeLeft left = new RowRounds.TimeLeft(List.of(shorter, longer));

    private static PlannedRow row(String value, long nanos) {
        return Entries.row(Entries.entry(Map.of("n", new String[] {"1", "2"})), Map.of("n", value), nanos);
    }

    private void assertSeconds(double seconds) {
        assertThat(left.nanos()).isEqualTo(Math.round(seconds * SECOND));
    }

    @Test
    void rowsWithoutForksTakeTheirPlanAndTheOverheadOfTheForksSoFar() {
        assertSeconds(5 * (2 + 1.5) + 5 * (10 + 1.5));
        left.took(shorter, 3 * SECOND);
        assertSeconds(4 * 3 + 5 * (10 + 1));
        left.left(shorter, 1);
        left.left(longer, 2);
        assertSeconds(3 + 2 * (10 + 1));
        left.took(longer, 20 * SECOND);
        assertSeconds(3 + 20);
        left.left(longer, 0);
        assertSeconds(3);
    }
}
