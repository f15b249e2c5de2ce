package dev.callcost.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.FileVerdicts;
import dev.callcost.compare.MadeUpSuite;
import dev.callcost.compare.Rows;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.plot.Lane;
import dev.callcost.text.Sections;
import java.util.List;
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
        ResultsFile one = Rows.file("base.json", base.toArray(Row[]::new));
        ResultsFile other = Rows.file("head.json", head.toArray(Row[]::new));
        return new ComparisonFigures(FileVerdicts.of(one, other, MARGIN), List.of());
    }

    @Test
    void theHeadlineIsTheWorstVerdict() {
        ComparisonFigures all = comparison(
                List.of(row("same", 5), row("fast", 5), wide(5), row("slow", 5)),
                List.of(row("same", 5), row("fast", 4), wide(5), row("slow", 6)));
        assertThat(all.report().headline())
                .startsWith("CBenchmark.slow is 20.0% slower [+1")
                .endsWith("]");
        assertThat(all.report().kind()).isEqualTo("slower");
        assertThat(all.dek())
                .isEqualTo(
                        "4 rows: 1 slower, 1 faster, 1 same, 1 inconclusive. A row is the same when its whole interval lies within ±3%.");
        List<Lane> lanes = all.forest().orElseThrow().picture().panels().get(0).lanes();
        assertThat(lanes).extracting(Lane::kind).startsWith("slower").contains("faster", "same", "inconclusive");
        assertThat(all.forest().orElseThrow().picture().svg())
                .as("a wide interval is cut")
                .contains("point cut right", "point cut left", "class=\"band\"");
        assertThat(all.forest().orElseThrow().picture().html())
                .contains("<span class=\"chip slower\"><svg", "</svg>inconclusive</span>");
        assertThat(all.pairs()).as("files have no pairs").isEmpty();
        assertThat(all.table(Sections.text(100)).text().lines().map(line -> line.replaceAll(" +", " ")))
                .contains("row verdict change interval base head forks")
                .anySatisfy(line -> assertThat(line)
                        .startsWith("CBenchmark.slow slower +20.0% [+1")
                        .endsWith("] 5.00 us 6.00 us 5+5"));
        assertThat(all.report().warnings()).isEmpty();
    }

    @Test
    void bytesThatDifferAreOnThePage() {
        ComparisonFigures comparison = comparison(
                List.of(Rows.row("CBenchmark.a").bytes(0, 0).of(5, 5)),
                List.of(Rows.row("CBenchmark.a").bytes(24, 24).of(5, 5)));
        assertThat(comparison.table(Sections.text(200)).text()).contains(" more: 0 -> 24.0 B");
    }

    @Test
    void bothScoresHaveTheUnitOfBase() {
        Row head = Rows.row("CBenchmark.a").unit("ns/op").of(6000, 6006, 5994, 6012, 5988);
        assertThat(comparison(List.of(row("a", 5)), List.of(head))
                        .table(Sections.text(100))
                        .text())
                .containsPattern("\\+20\\.0%.* 5\\.00 us +6\\.00 us ");
    }

    /** Rows with a verdict have lanes, all others a strip for each thing that is said of them. */
    @Test
    void aSuiteFitsIntoOnePicture() {
        ComparisonFigures suite = ComparisonFigures.of(List.of(MadeUpSuite.session()));
        assertThat(suite.report().headline())
                .startsWith("2 of 40 rows are slower, the most JsonBench.read size=1 by 30.0% [+");
        assertThat(suite.dek())
                .startsWith("40 rows: 2 slower, 1 faster, 3 same, 32 without a slowdown of ")
                .contains(
                        " 2 inconclusive. 80 rows were not measured: 60 run no changed method, 20 only while they are set up ")
                .endsWith(". A row is the same when its whole interval lies within ±3%.");
        assertThat(suite.forest().orElseThrow().picture().panels().get(0).lanes())
                .extracting(lane -> lane.name() + ", " + lane.kind())
                .startsWith(
                        "JsonBench.read size=1, slower",
                        "JsonBench.read size=2, slower",
                        "JsonBench.read size=3, faster")
                .endsWith("32 rows, ", "2 rows, ")
                .hasSize(8);
        assertThat(suite.forest().orElseThrow().picture().svg()).contains("without a slowdown of");
        assertThat(suite.table(Sections.text(200)).text()).contains("size=8").doesNotContain("size=9");
        assertThat(suite.firstPairs(Sections.text(200)).text().lines()).hasSize(33);
    }

    @Test
    void aChangeThatNoRowRunsIsTheHeadline() {
        ComparisonFigures none = ComparisonFigures.of(List.of(MadeUpSuite.unreached()));
        assertThat(none.report().headline())
                .isEqualTo("No benchmark runs the 2 changed methods Parser.next, Parser.skip");
        assertThat(none.dek())
                .isEqualTo("3 rows were not measured: they run no changed method; one short fork of each shows this.");
        assertThat(none.forest()).isEmpty();
    }

    @Test
    void theHeadlineOfNoVerdictIsTheInterval() {
        assertThat(comparison(List.of(row("a", 5)), List.of(row("a", 5)))
                        .report()
                        .headline())
                .isEqualTo("CBenchmark.a changed by less than 3%: +0.0% [-0.3, +0.3]");
        ComparisonFigures wide = comparison(List.of(wide(5)), List.of(wide(5.1)));
        assertThat(wide.report().headline())
                .isEqualTo("CBenchmark.wide is inconclusive: it has an interval that is wider than its score");
        assertThat(wide.report().kind()).isEqualTo("inconclusive");
        ComparisonFigures none = comparison(List.of(row("a", 5)), List.of(row("b", 5)));
        assertThat(none.report().headline()).isEqualTo("No row could be compared");
        assertThat(none.report().kind()).isEmpty();
        assertThat(none.report().warnings())
                .containsExactly("missing in head (removed, renamed or failed?): CBenchmark.a");
        assertThat(none.forest()).isEmpty();
    }
}
