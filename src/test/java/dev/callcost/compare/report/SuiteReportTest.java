package dev.callcost.compare.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.MadeUpSuite;
import dev.callcost.compare.judge.PairVerdicts;
import dev.callcost.compare.report.VerdictReport.NextStep;
import dev.callcost.compare.report.VerdictTable.View;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionFile;
import dev.callcost.data.Fixtures;
import dev.callcost.text.ForeignLocale;
import dev.callcost.text.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is said of a suite of many rows. */
@ExtendWith(ForeignLocale.class)
class SuiteReportTest {
    private static final String NEXT =
            "To measure for 30 min more, use the same command with --budget 60min -d callcost-results/compare-20261126-115132";

    private static VerdictReport report(Session session) {
        return new VerdictReport(PairVerdicts.of(List.of(session)), false);
    }

    private static View view(int width) {
        return new View(width, false);
    }

    private static View all(int width) {
        return new View(width, true);
    }

    @Test
    void theAnswerThenTheRowsThatChangedThenASentenceForAllOthers() throws IOException {
        VerdictReport report = report(MadeUpSuite.session());
        Fixtures.assertText("report/suite/report.txt", report.text(view(100), NextStep.of(NEXT)));
        Fixtures.assertText("report/suite/all.txt", report.text(all(100), NextStep.of(NEXT)));
        Fixtures.assertText("report/suite/pull-request.md", report.markdown());
    }

    @Test
    void onlyOpenRowsCanBeNarrowed() {
        assertThat(report(MadeUpSuite.unreached()).text(view(Terminal.ENDLESS), NextStep.of(NEXT)))
                .doesNotContain(NEXT);
    }

    @Test
    void rowsWithoutAPairAreNotClaimedToBeFree() {
        VerdictReport report = report(MadeUpSuite.late());
        assertThat(report.text(view(Terminal.ENDLESS), NextStep.of(NEXT)))
                .startsWith(
                        "No regression found in 40 of 120 rows. 1 same, 39 without a large slowdown, 80 without a pair.\n")
                .contains("\n" + NEXT);
        assertThat(report.headline()).contains("40 of 120 rows");
    }

    /** In the answer, and with its rows. */
    @Test
    void theSameFailureOfManyRowsHasALine() {
        String text = report(MadeUpSuite.failedAlike()).text(view(Terminal.ENDLESS));
        assertThat(text)
                .startsWith("NOT MEASURED: 120 of 120 rows could not be measured, head: exit code 1, a.Failure.\n")
                .contains("\n  NOT MEASURED (its output is in the log), head: exit code 1, a.Failure: all rows\n");
        assertThat(text.lines()).hasSizeLessThan(20);
    }

    private static VerdictReport published(String name) {
        return new VerdictReport(
                PairVerdicts.of(SessionFile.readAll(List.of(Path.of("results/epyc-vm-compare", name)))), false);
    }

    @Test
    void aNarrowTableHasShorterNamesSoThatTheNumberOfPairsStays() {
        assertThat(published("suite-ten-of-64").text(view(80)))
                .contains("base -> head  pairs\n", "\n  FoldBench.fold 60         +20.2%");
        assertThat(published("suite-ten-of-64").text(view(100))).contains("\n  FoldBench.fold size=60 ");
    }

    @Test
    void whereNoTimeDecidesNoMoreTimeIsOffered() {
        assertThat(published("kinds-default").text(view(Terminal.ENDLESS), NextStep.of(NEXT)))
                .contains("1 row is inconclusive and needs over 100 more pairs: a quieter machine or a larger --margin"
                        + " decides, not more time.\n")
                .doesNotContain(NEXT);
    }
}
