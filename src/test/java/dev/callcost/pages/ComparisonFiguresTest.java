package dev.callcost.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.MadeUpSuite;
import dev.callcost.compare.Rows;
import dev.callcost.compare.judge.FileVerdicts;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.compare.report.VerdictReport;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionFile;
import dev.callcost.data.Row;
import dev.callcost.plot.Panel.Lane;
import dev.callcost.plot.Picture;
import dev.callcost.text.Sections;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonFiguresTest {
    private static final double MARGIN = 0.03;

    private static Row row(String method, double micros) {
        return Rows.row("CBenchmark." + method)
                .of(micros, 1.001 * micros, 0.999 * micros, 1.002 * micros, 0.998 * micros);
    }

    private static Row wide(double micros) {
        return Rows.row("CBenchmark.wide").of(micros, 1.2 * micros, 0.8 * micros, 1.5 * micros, 0.6 * micros);
    }

    private static ComparisonFigures comparison(List<Row> base, List<Row> head) {
        Verdicts verdicts = FileVerdicts.of(
                Rows.file("base.json", base.toArray(Row[]::new)),
                Rows.file("head.json", head.toArray(Row[]::new)),
                MARGIN);
        return new ComparisonFigures(new VerdictReport(verdicts, false), Map.of());
    }

    private static ComparisonFigures session(Session log) {
        return ComparisonFigures.of(Map.of(Path.of("folder"), log));
    }

    private static Picture picture(ComparisonFigures comparison) {
        return comparison.figures().get(0).picture();
    }

    @Test
    void theWorstVerdictIsFirst() {
        ComparisonFigures all = comparison(
                List.of(row("same", 5), row("fast", 5), wide(5), row("slow", 5)),
                List.of(row("same", 5), row("fast", 4), wide(5), row("slow", 6)));
        assertThat(all.headline()).isEqualTo("1 of 4 rows is slower, CBenchmark.slow +20.0%");
        assertThat(all.kind()).isEqualTo("slower");
        assertThat(all.dek())
                .isEqualTo("4 rows: 1 slower, 1 faster, 1 same, 1 inconclusive. A row is the same when its whole"
                        + " interval lies within ±3%.");
        assertThat(picture(all).panels().get(0).lanes())
                .extracting(Lane::kind)
                .containsExactly("slower", "faster", "same", "inconclusive");
        assertThat(picture(all).svg())
                .as("a wide interval is cut")
                .contains("point cut right", "point cut left", "class=\"band\"");
        assertThat(picture(all).html()).contains("<span class=\"chip slower\"><svg", "</svg>inconclusive</span>");
        assertThat(all.addTo(Sections.html()).text())
                .contains(">slower</th><td>CBenchmark.slow</td>", "5.00 -&gt; 6.00\u00a0µs");
    }

    /** Rows that were measured in their first pair alone have neither a lane nor a line. */
    @Test
    void aSuiteFitsIntoOnePicture() {
        ComparisonFigures suite = session(MadeUpSuite.session());
        assertThat(suite.headline()).startsWith("2 of 40 rows are slower, the most JsonBench.read size=1 +30.0%");
        assertThat(suite.dek())
                .startsWith("40 rows: 2 slower, 1 faster, 3 same, 32 without a large slowdown, ")
                .contains(
                        " 2 inconclusive. 20 rows run changed methods only in set-up: not measured yet. 60 rows were not"
                                + " measured: a short fork of each ran no changed method.")
                .endsWith(". A row is the same when its whole interval lies within ±3%.");
        assertThat(picture(suite).panels().get(0).lanes())
                .extracting(lane -> lane.name() + ", " + lane.kind())
                .startsWith(
                        "all 40 rows, inconclusive",
                        "JsonBench.read size=1, slower",
                        "JsonBench.read size=2, slower",
                        "JsonBench.read size=3, faster")
                .hasSize(9);
        assertThat(suite.addTo(Sections.html()).text()).contains("size=8").doesNotContain("size=9");
    }

    @Test
    void aLaneSaysWhatTheTableSays() {
        Path folder = Path.of("results/epyc-vm-compare/warm-self-calls");
        ComparisonFigures clear = session(SessionFile.read(folder));
        assertThat(clear.dek()).startsWith("4 rows: 4 without a large slowdown.");
        assertThat(picture(clear).panels().get(0).lanes())
                .extracting(Lane::kind)
                .containsOnly("no large slowdown");
        assertThat(picture(clear).html()).contains("</svg>no large slowdown</span>");

        ComparisonFigures wide = session(SessionFile.read(Path.of("results/epyc-vm-compare/warm-self-marshallers")));
        assertThat(picture(wide).panels().get(0).lanes())
                .extracting(Lane::end)
                .anyMatch(end -> end.matches("\\S+% \\[too wide]"));
    }

    @Test
    void aChangeThatNoRowRunsIsTheHeadline() {
        ComparisonFigures none = session(MadeUpSuite.unreached());
        assertThat(none.headline()).isEqualTo("No benchmark runs the changed methods Parser.next, Parser.skip");
        assertThat(none.dek()).isEqualTo("3 rows were not measured: a short fork of each ran no changed method.");
        assertThat(none.figures()).isEmpty();
    }

    @Test
    void workAloneIsNoVerdict() {
        ComparisonFigures work = session(SessionFile.read(Path.of("results/epyc-vm-compare/work-jackson")));
        assertThat(work.headline()).startsWith("15 of 233 rows execute other work, ");
        assertThat(work.kind()).isEmpty();
        assertThat(work.figures()).isEmpty();
        assertThat(work.dek())
                .isEqualTo(
                        "Counted 233 rows: 217 do the same work, 15 do more work, 1 differs by chance. 28 rows were not measured: a short"
                                + " fork of each ran no changed code.");
    }

    @Test
    void theHeadlineClaimsNoMoreThanTheRowsShow() {
        assertThat(comparison(List.of(row("a", 5)), List.of(row("a", 5))).headline())
                .isEqualTo("No row is slower");
        ComparisonFigures wide = comparison(List.of(wide(5)), List.of(wide(5.1)));
        assertThat(wide.headline()).isEqualTo("No row is decided; the largest change is CBenchmark.wide +2.0%");
        assertThat(wide.kind()).isEqualTo("inconclusive");
        ComparisonFigures none = comparison(List.of(row("a", 5)), List.of(row("b", 5)));
        assertThat(none.headline()).isEqualTo("No row could be compared");
        assertThat(none.kind()).isEmpty();
        assertThat(none.warnings()).containsExactly("missing in head (removed, renamed or failed?): CBenchmark.a");
        assertThat(none.figures()).isEmpty();
    }
}
