package dev.callcost.compare.report;

import static dev.callcost.compare.MadeUpSession.SAME;
import static dev.callcost.compare.MadeUpSession.key;
import static dev.callcost.compare.MadeUpSession.pairsAround;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.MadeUpSuite;
import dev.callcost.compare.Rows;
import dev.callcost.compare.judge.FileVerdicts;
import dev.callcost.compare.judge.PairVerdicts;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.compare.report.VerdictTable.View;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionFile;
import dev.callcost.data.Fixtures;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.ForeignLocale;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Reports of two fixtures and of made-up pairs, against the files that say what they must look like. */
@ExtendWith(ForeignLocale.class)
class VerdictReportTest {
    private static final RowKey FAILED = key("failed");
    private static final RowKey BROKEN = key("broken");
    private static final RowKey SKIPPED = key("skipped");
    private static final RowKey LATE = key("late");
    private static final RowKey LATER = key("later");

    private static VerdictReport report(ResultsFile base, ResultsFile head) {
        return new VerdictReport(FileVerdicts.of(base, head, VerdictRule.MARGIN), false);
    }

    private static String withoutFolders(String report) {
        String folder = Fixtures.path(Fixtures.FIVE_FORKS).getParent().toString();
        return report.replace(folder + "/", "");
    }

    @Test
    void filesAsTextMarkdownAndJson() throws IOException {
        VerdictReport report = report(Fixtures.read(Fixtures.FIVE_FORKS), Fixtures.read(Fixtures.OUT_OF_ORDER));
        assertJson("report/check/report.json", report);
        Fixtures.assertText("report/check/report.txt", withoutFolders(report.text(View.EVERYTHING)));
        Fixtures.assertText("report/check/pull-request.md", withoutFolders(report.markdown()));
        Fixtures.assertText(
                "report/check/report.md", withoutFolders(new VerdictReport(report.verdicts(), true).document()));
    }

    /** Numbers by their first seven digits: the last ones depend on the machine's logarithm. */
    private static void assertJson(String golden, VerdictReport report) throws IOException {
        String json = Pattern.compile("(?<=: )-?\\d+\\.\\d+(E-?\\d+)?")
                .matcher(report.json())
                .replaceAll(number -> String.valueOf(Float.parseFloat(number.group())));
        Fixtures.assertText(golden, withoutFolders(json));
    }

    /** Pairs of committed results, committed sessions, and those of made-up suites. */
    private static final List<Verdicts> REPORTED = reported();

    private static List<Verdicts> reported() {
        Stream<Verdicts> files = Stream.of(
                        List.of("epyc-vm-jdk17-rungs", "epyc-vm-jdk25-rungs"),
                        List.of("xeon-vm-jdk25-ladder", "epyc-vm-jdk25-rungs"),
                        List.of("epyc-vm-jdk17-rungs", "epyc-vm-jdk17-rungs"),
                        List.of("epyc-vm-jdk17-formats", "xeon-vm-jdk17-formats-call"))
                .map(pair -> pair.stream()
                        .map(name -> ResultsFile.read(Path.of("results", name)))
                        .toList())
                .map(pair -> FileVerdicts.of(pair.get(0), pair.get(1), VerdictRule.MARGIN));
        Stream<Session> sessions = Stream.of(
                        "epyc-vm-compare/warm-nio-epoll",
                        "epyc-vm-compare/grpc-java",
                        "epyc-vm-compare/warm-self-marshallers",
                        "epyc-vm-compare/turns-jmh-samples",
                        "epyc-vm-compare/heap-serial",
                        "xeon-vm-compare/jdk-payload")
                .map(name -> SessionFile.read(Path.of("results", name)));
        Stream<Session> suites = Stream.of(MadeUpSuite.session(), MadeUpSuite.unreached(), MadeUpSuite.failedAlike());
        return Stream.concat(files, Stream.concat(sessions, suites).map(session -> PairVerdicts.of(List.of(session))))
                .toList();
    }

    /** No line is too long, and no bracket and no number with its unit is on two lines. */
    @ParameterizedTest
    @FieldSource("REPORTED")
    void aTerminalShowsWholeLines(Verdicts verdicts) {
        VerdictReport report = new VerdictReport(verdicts, false);
        for (int width : new int[] {80, 100, 140}) {
            for (boolean all : new boolean[] {false, true}) {
                String text = report.text(new View(width, all));
                assertThat(text.lines())
                        .allSatisfy(line -> assertThat(line)
                                .hasSizeLessThanOrEqualTo(width)
                                .doesNotContainPattern("\\[[^\\]]*$|^[^\\[]*\\]|^ *([num]?s|%|B) "));
                assertThat(text.lines().limit(4)).as(text).anyMatch(String::isEmpty);
            }
        }
    }

    @Test
    void whereNoRowIsDecidedTheLargestChangesAreHints() {
        List<Row> base = new ArrayList<>();
        List<Row> head = new ArrayList<>();
        for (int row = 0; row < 12; row++) {
            base.add(Rows.row("B.c" + row).of(10, 12, 9, 11, 13));
            head.add(Rows.row("B.c" + row).of(10, 12, 9, 11, 13 + row));
        }
        assertThat(new VerdictReport(Rows.compare(base, head), false).text(new View(80, false)))
                .startsWith("INCONCLUSIVE: no row is decided; the largest change is B.c11 +13.0%. 12\ninconclusive.\n")
                .containsPattern(
                        "\ninconclusive\n  B\\.c11 .*\n  B\\.c10 .*\n  B\\.c9 .*\n  B\\.c8 .*\n  B\\.c7 .*\n\n")
                .contains("\n12 rows are inconclusive and need ", "\n--all lists all rows.\n");
    }

    private static JsonObject json(VerdictReport report) {
        return JsonParser.parseString(report.json()).getAsJsonObject();
    }

    @Test
    void warningsOfBothRunsAreToldAndEndUpInTheJson() {
        List<Row> rows = List.of(Rows.row().of(1));
        ResultsFile base =
                new ResultsFile(Path.of("b"), rows, List.of(), Optional.of("1 of 2 forks"), Optional.empty());
        ResultsFile head =
                new ResultsFile(Path.of("h"), rows, List.of(), Optional.of("3 of 4 forks"), Optional.empty());
        VerdictReport report = new VerdictReport(FileVerdicts.of(base, head, VerdictRule.MARGIN), false);
        assertThat(report.text(View.EVERYTHING))
                .contains("\n  in base's log: 1 of 2 forks\n  in head's log: 3 of 4 forks\n");
        assertThat(json(report).getAsJsonArray("warningsOfBase")).containsExactly(new JsonPrimitive("1 of 2 forks"));
        assertThat(json(report).getAsJsonArray("warningsOfHead")).containsExactly(new JsonPrimitive("3 of 4 forks"));
        VerdictReport ofTwo = new VerdictReport(Rows.compareFiles(List.of(base, base), List.of(head)), false);
        assertThat(ofTwo.text(View.EVERYTHING)).contains("\n  in base's log: b: 1 of 2 forks\n");
    }

    /** Two forks that differ by a factor of 1e100: the upper end of their interval is more than a double holds. */
    @Test
    void leavesOutOfTheJsonWhatIsNotFinite() {
        Row far = Rows.row().of(1, 1e100);
        JsonObject ratio = json(new VerdictReport(Rows.compare(far, far), false))
                .getAsJsonArray("rows")
                .get(0)
                .getAsJsonObject()
                .getAsJsonObject("change");
        assertThat(ratio.get("ratio").getAsDouble()).isEqualTo(1);
        assertThat(ratio.get("low").getAsDouble()).isZero();
        assertThat(ratio.has("high")).isFalse();
    }

    private static Verdicts ofPairs() {
        return MadeUpSession.judged(MadeUpSession.of(
                        key("same"), key("slower"), key("few"), FAILED, BROKEN, SKIPPED, LATE, LATER, key("none"))
                .pairs(key("same"), SAME)
                .headBytes(80)
                .pairs(key("slower"), pairsAround(0.08))
                .pairs(key("few"), 0.01, -0.01)
                .failed(key("few"), 1)
                .pairs(FAILED)
                .failed(FAILED, 3)
                .failed(BROKEN, 3)
                .skipped(SKIPPED)
                .chosen(List.of(key("same"), key("slower"), key("few"), FAILED, BROKEN, SKIPPED, key("none"))));
    }

    @Test
    void pairsAsTextMarkdownJsonAndAnnotations() throws IOException {
        VerdictReport report = new VerdictReport(ofPairs(), false);
        Fixtures.assertText("report/compare/report.txt", report.text(View.EVERYTHING));
        Fixtures.assertText("report/compare/report.md", new VerdictReport(ofPairs(), true).document());
        Fixtures.assertText("report/compare/annotations.txt", report.annotations());
        assertJson("report/compare/report.json", report);
    }

    @Test
    void aRowBelowTheSecondLevelIsAWarning() {
        assertThat(new VerdictReport(ofPairs().failingAt(OptionalDouble.of(0.5)), false).annotations())
                .contains("::warning title=slower%3A B.slower::slower, +8.0%25, ")
                .doesNotContain("::error title=slower");
    }

    @Test
    void anErrorIsAnnotatedWhereTheRunFails() {
        for (Verdicts verdicts : REPORTED) {
            VerdictReport report = new VerdictReport(verdicts, false);
            assertThat(report.annotations().contains("::error"))
                    .as(report.text(View.EVERYTHING))
                    .isEqualTo(report.outcome() != Verdicts.Outcome.OK);
        }
    }

    /** Their ends alone do not tell two names apart. */
    @Test
    void aNarrowTerminalShowsLongNamesInPlaceOfScores() {
        String name = "JsonStdWriteVanilla.writeUntypedMediaItem";
        Row base = Rows.row().benchmark("a." + name).of(1, 1.01, 1.02, 1.01, 1);
        Row head = Rows.row().benchmark("a." + name).of(2, 2.01, 2.02, 2.01, 2);
        VerdictReport report = new VerdictReport(Rows.compare(base, head), false);
        assertThat(report.text(new View(80, false)))
                .contains("  " + name + "  ")
                .doesNotContain("base -> head");
        assertThat(report.text(new View(110, false))).contains("  " + name + "  ", "base -> head");
    }

    /**
     * Two sessions that are added up, the second with another JVM argument on both sides, and one row that only the
     * first has.
     */
    @Test
    void pairsThatWereMeasuredOtherwiseAreSaidToBe() {
        RowKey both = key("both");
        RowKey once = key("once");
        MadeUpSession first =
                MadeUpSession.ofItself(both, once).pairs(both, SAME).pairs(once, SAME);
        MadeUpSession second = MadeUpSession.ofItself("2026-01-02T10:00:00Z", both)
                .jvmArgument("-Xbatch")
                .pairs(both, SAME);
        assertThat(Rows.text(MadeUpSession.judged(first, second)))
                .containsOnlyOnce("the pairs are not alike: jvmArgs (none) / -Xbatch")
                .startsWith("No regression found in 2 rows. 2 same, 1 measured differently.\n");
        assertThat(Rows.text(MadeUpSession.judged(first))).startsWith("OK: no row is slower. 2 same.\n");
    }
}
