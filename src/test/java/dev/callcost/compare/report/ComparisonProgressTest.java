package dev.callcost.compare.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.MadeUpWork;
import dev.callcost.compare.measure.SideBySide.TrialPairs;
import dev.callcost.data.RowKey;
import org.junit.jupiter.api.Test;

class ComparisonProgressTest {
    @Test
    void aPipeGetsOneLineOfAllCounts() {
        RowKey row = MadeUpSession.key("row");
        assertThat(WorkTable.summary(MadeUpSession.of(row, MadeUpSession.key("other"))
                        .counted(row, MadeUpWork.growing())
                        .read()
                        .changed()))
                .isEqualTo("Counted 1 row: 1 does growing work");
    }

    @Test
    void aPersonReadsWhatWasFound() {
        assertThat(ComparisonProgress.text(new TrialPairs(2, 7.04, 4.4, 0.61), 2))
                .isEqualTo("2 pairs at a time, each on a CPU of its own: 2 at once take 4.4 s a pair in place of 7.0 s,"
                        + " with 0.61 times the variance.");
        assertThat(ComparisonProgress.text(new TrialPairs(4, 8, 2.5, Double.NaN), 4))
                .isEqualTo(
                        "4 pairs at a time, each on a CPU of its own: 4 at once take 2.5 s a pair in place of 8.0 s.");
        assertThat(ComparisonProgress.text(new TrialPairs(1, 7.04, 4.4, 240), 2))
                .isEqualTo(
                        "One pair at a time: 2 at once take 4.4 s a pair in place of 7.0 s, with 240 times the variance.");
        assertThat(ComparisonProgress.text(new TrialPairs(2, 7.04, 4.4, 3), 2))
                .endsWith(" in place of 7.0 s, with 3.0 times the variance, which may be chance.");
    }
}
