package dev.callcost.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Fixtures;
import dev.callcost.pages.HistoryPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryReportTest {
    /** One row newly slower, one suspect, one slower before, one faster, one by the machine, an odd run. */
    private static final String CHANGED =
            "runs 15, slower 3 1.12, runs 10, pace 0.8, runs 1, pace 1, runs 5, slower 4 0.9, runs 10, slower 5 1.2,"
                    + " again 1, runs 8, slower 1 1.17, runs 1, slower 6 1.3, jvm 17.0.16, runs 1";

    private static HistoryReport report(String steps) {
        return new HistoryReport(MadeHistory.of(steps).judgement());
    }

    @ParameterizedTest
    @CsvSource({"history-80.txt, 80", "history-140.txt, 140"})
    void text(String file, int width) throws IOException {
        Fixtures.assertText(file, report(CHANGED).text(width, false, Optional.empty()));
    }

    @Test
    void markdown() throws IOException {
        Fixtures.assertText("history.md", report(CHANGED).markdown());
    }

    @Test
    void stepsOfWorkAreFacts(@TempDir Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        double[] bytecodes = {100, 100, 104, 104, 97, 97};
        for (int n = 0; n < bytecodes.length; n++) {
            files.add(new MadeUpResults()
                    .row("a.B.add", 20 + 0.01 * n)
                    .work(bytecodes[n], bytecodes[n])
                    .row("a.B.drop", 30 + 0.01 * n)
                    .work(50, 50)
                    .row("a.B.of", 10 + 0.01 * n)
                    .jdk(n < 3 ? "17.0.15" : "25.0.1")
                    .work(n, n)
                    .write(directory.resolve(n + "fffffa.json")));
        }
        HistoryReport report = new HistoryReport(Judgement.of(HistoryReader.read(files, Optional.empty()), 0.03));
        assertThat(report.text(100, false, Optional.empty()))
                .contains("""

                        Work changed in 2 rows, which says nothing about time:
                          B.add, 3fffffa..4fffffa: -7 bytecodes (104 -> 97)
                          B.add, 1fffffa..2fffffa: +4 bytecodes (100 -> 104)
                          B.of, 4fffffa..5fffffa: +1 bytecode (4 -> 5)
                          B.of, 3fffffa..4fffffa: +1 bytecode (3 -> 4)
                          B.of, 1fffffa..2fffffa: +1 bytecode (1 -> 2)
                          B.of, 0fffffa..1fffffa: +1 bytecode (0 -> 1)
                        """)
                .contains("the work of 1 row does not compare: counted on JDK 17 and 25 (2fffffa..3fffffa)");
        assertThat(report.text(100, false, Optional.of(Pattern.compile("add")))).doesNotContain("B.of,");
        assertThat(new HistoryPage(report).html())
                .contains(
                        "<section id=\"work\">", "<li>B.add, 3fffffa..4fffffa: \u22127 bytecodes (104 -&gt; 97)</li>");
    }

    @Test
    void onlySomeRowsOrAllRows() {
        HistoryReport report = report(CHANGED);
        assertThat(report.text(100, false, Optional.of(Pattern.compile("acme.*row7"))))
                .contains("\nsteady\n", "CartBench.row7", "Not shown: 1 newly slower", "(--only hides")
                .doesNotContain("CartBench.row1");
        assertThat(report.text(100, true, Optional.empty()))
                .contains("CartBench.row7")
                .doesNotContain("Not shown");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            runs 40, slower 2 0.9, runs 20                | OK: no row is newly slower. 1 faster, 7 steady.
            runs 40, slower 2 1.1, runs 1                 | OK: no row is shown to be newly slower. 1 suspect, 7 steady.
            runs 20, slower 2 1.1, runs 15, slower 2 0.9091, runs 15 | OK: no row is newly slower. 1 faster, 1 changed and back, 7 steady.
            runs 30, rows 7, runs 1                       | OK: no row is shown to be newly slower. 1 missing in the newest run, 7 steady.
            runs 40, pace 1.3, runs 1                     | NOT JUDGED: the newest run, 100000029, is left out (31% slower in all rows). 8 steady.
            runs 6                                        | TOO SHORT: 6 runs, and the rule needs 12; check compares two runs.
            runs 10, settings 2, runs 8                   | TOO SHORT: no row has the 12 judged runs that the rule needs; CartBench.row0 has 8 of 18 runs (10 have it with other settings); check compares two runs.
            runs 14                                       | OK: no row is shown to be newly slower. 8 with too few runs.
            """)
    void theAnswer(String steps, String answer) {
        assertThat(report(steps).answer()).isEqualTo(answer);
        assertThat(report(steps).isRegression()).isFalse();
    }

    @Test
    void severalStepsAreNoCommits() {
        HistoryReport report =
                report("runs 25, slower 1 1.02, runs 25, slower 1 1.02, runs 25, slower 1 1.02, runs 25");
        assertThat(report.byCommit()).isEmpty();
        assertThat(report.text(100, false, Optional.empty()))
                .contains(
                        "OK: no row is newly slower. 1 drifting, 7 steady.",
                        "drift: 1 row slower, +6.2% from 100000018 to 10000004c, by no single commit: CartBench.row1");
        assertThat(report.text(100, true, Optional.empty())).contains("in 3 steps");
    }

    @Test
    void rowsThatMoveTogetherAreSaidToDoSo() {
        String all = "runs 30, " + MadeHistory.slower(0, MadeHistory.ROWS, 1.2) + "runs 20";
        assertThat(report(all).byCommit())
                .singleElement()
                .asString()
                .startsWith("10000001f: 8 rows slower, +")
                .endsWith(" (all rows moved together: by code that they share, or by the machine)");
        assertThat(report(all.replace("slower 0 1.2, ", "")).byCommit())
                .singleElement()
                .asString()
                .endsWith(" (7 of 8 rows moved together: by code that they share, or by the machine)");
    }

    @Test
    void rowsThatAreZeroInTheNewestRunAreNamed() {
        assertThat(report("runs 30, zero 2, runs 5").text(100, false, Optional.empty()))
                .contains(
                        "1 row faster, to 0", "zero in the newest run (failed, or nothing to count?): CartBench.row2");
        assertThat(report("zero 2, runs 30, nonzero 2, runs 2").outcome())
                .isEqualTo("REGRESSION: 1 of 8 rows is newly slower, from 0");
    }

    @Test
    void manyCommitsAreCounted() {
        StringBuilder steps = new StringBuilder("runs 12");
        for (int n = 0; n < 10; n++) {
            steps.append(", slower ").append(n % MadeHistory.ROWS).append(" 1.2, runs 12");
        }
        assertThat(report(steps.toString()).byCommit()).hasSize(8).endsWith("and 3 more commits");
    }
}
