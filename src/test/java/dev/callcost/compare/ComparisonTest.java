package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Matching.RowPair;
import dev.callcost.host.Limits;
import dev.callcost.launch.Entries;
import dev.callcost.launch.PlannedRow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    /** A pair of which takes 26 s: two forks with 10 s of iterations and 3 s for their start and end. */
    private static RowPair row() {
        PlannedRow row = Entries.row(
                Entries.entry(Map.of()), Map.of(), Duration.ofSeconds(10).toNanos());
        return new RowPair(MadeUpSession.key("call"), row, row);
    }

    @Test
    void itWarnsOfABudgetThatEndsBeforeTheFirstVerdicts() {
        assertThat(Comparison.budgetWarning(List.of(row(), row()), Duration.ofSeconds(363)))
                .hasValueSatisfying(warning ->
                        assertThat(warning).contains("7 pairs of each row, about 6 min,", "-r 20ms", "--budget"));
        assertThat(Comparison.budgetWarning(List.of(row(), row()), Duration.ofSeconds(364)))
                .isEmpty();
    }

    @Test
    void itWarnsOfACpuQuota() {
        assertThat(Comparison.quotaWarning(new Limits(1.5, 1L << 30)))
                .hasValueSatisfying(
                        warning -> assertThat(warning).contains("1.50 CPUs' worth of time", "--cpuset-cpus"));
        assertThat(Comparison.quotaWarning(new Limits(null, 1L << 30))).isEmpty();
    }
}
