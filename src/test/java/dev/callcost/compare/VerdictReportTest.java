package dev.callcost.compare;

import static dev.callcost.compare.MadeUpSession.SAME;
import static dev.callcost.compare.MadeUpSession.key;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.callcost.compare.VerdictReport.View;
import dev.callcost.data.Fixtures;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Rule;
import dev.callcost.text.ForeignLocale;
import dev.callcost.text.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Reports of two fixtures and of made-up pairs, against the files that say what they must look like. */
@ExtendWith(ForeignLocale.class)
class VerdictReportTest {
    private static final RowKey FAILED = key("failed");
    private static final RowKey BROKEN = key("broken");
    private static final RowKey SKIPPED = key("skipped");
    private static final RowKey LATE = key("late");
    private static final RowKey LATER = key("later");

    @TempDir
    Path directory;

    private static String text(Verdicts verdicts) {
        return new VerdictReport(verdicts, false).text(View.EVERYTHING);
    }

    private static Verdicts compare(String base, String head) {
        return FileComparison.of(Fixtures.read(base), Fixtures.read(head), Rule.MARGIN);
    }

    private static String withoutFolders(String report) {
        String folder = Fixtures.path(Fixtures.FIVE_FORKS).getParent().toString();
        return report.replace(folder + "/", "");
    }

    @Test
    void filesAsText() throws IOException {
        assertThat(withoutFolders(text(compare(Fixtures.FIVE_FORKS, Fixtures.OUT_OF_ORDER))))
                .isEqualTo(Fixtures.text("report/check/report.txt"));
    }

    @Test
    void filesAsMarkdown() throws IOException {
        assertThat(withoutFolders(
                        new VerdictReport(compare(Fixtures.FIVE_FORKS, Fixtures.OUT_OF_ORDER), true).document()))
                .isEqualTo(Fixtures.text("report/check/report.md"));
    }

    @Test
    void aPullRequestSeesTheOutcomeAndWhatChanged() throws IOException {
        assertThat(withoutFolders(
                        new VerdictReport(compare(Fixtures.FIVE_FORKS, Fixtures.OUT_OF_ORDER), false).markdown()))
                .isEqualTo(Fixtures.text("report/check/pull-request.md"));
    }

    /** The committed ladder, of which one row got slower. */
    @Test
    void ofManyRowsThoseThatChangedAreShown() {
        ResultsFile ladder = ResultsFile.read(Path.of("results/xeon-vm-jdk25-ladder"));
        List<Row> rows = new ArrayList<>(ladder.rows());
        Row slower = rows.get(0);
        Metric twice = new Metric(
                slower.primary().unit(),
                slower.primary().forks().stream()
                        .map(fork -> fork.stream().map(score -> 2 * score).toList())
                        .toList());
        rows.set(0, slower.with(twice));
        VerdictReport report =
                new VerdictReport(FileComparison.of(ladder, new ResultsFile(ladder.path(), rows), Rule.MARGIN), false);

        int others = rows.size() - 1;
        String folded = report.text(new View(Terminal.ENDLESS, false, Optional.empty()));
        assertThat(folded)
                .containsPattern("\nSLOWER +" + Pattern.quote(slower.label()) + " +\\+100%")
                .containsPattern("\nNot shown: .*UNDECIDED.* \\(--all shows them\\)\\.\n")
                .contains("1 SLOWER", "REGRESSION.");
        assertThat(folded.lines().filter(line -> line.matches("(SAME|UNDECIDED|CANNOT TELL) .*")))
                .isEmpty();
        assertThat(report.text(View.EVERYTHING).lines().filter(line -> line.matches("(SAME|UNDECIDED|CANNOT TELL) .*")))
                .hasSize(others);
        assertThat(report.text(new View(Terminal.ENDLESS, false, Optional.of(Pattern.compile("RmiBenchmark")))))
                .contains("RmiBenchmark.call ")
                .doesNotContain("MarshallerBenchmark")
                .contains("1 SLOWER", "REGRESSION.");
        assertThat(report.text(new View(80, true, Optional.empty())).lines())
                .filteredOn(line -> line.length() > 120)
                .isEmpty();
    }

    /** A regexp may be part of what the table shows, or tell a param that it leaves out. */
    @Test
    void rowsAreFoundByNameAndByWhatItLeavesOut() {
        Row[] rows = Stream.of("1", "2")
                .map(payload -> Rows.row()
                        .param("executor", payload)
                        .param("longs", "0")
                        .param("payload", payload)
                        .of(10, 10, 10, 10, 10))
                .toArray(Row[]::new);
        VerdictReport report = new VerdictReport(
                FileComparison.of(Rows.file("a.json", rows), Rows.file("b.json", rows), Rule.MARGIN), false);
        assertThat(only(report, "executor=1 payload=1")).containsExactly("B.c executor=1 payload=1");
        assertThat(only(report, "=2 longs=0")).containsExactly("B.c executor=2 payload=2");
        assertThat(report.text(View.EVERYTHING)).contains("\nSame in all rows of a benchmark:\n  B.c: longs=0\n");
        assertThat(report.json()).contains("\"longs\": \"0\"");
    }

    private static List<String> only(VerdictReport report, String regexp) {
        String text = report.text(new View(Terminal.ENDLESS, false, Optional.of(Pattern.compile(regexp))));
        return Pattern.compile("(?m)^SAME +(B\\.c( \\S+=\\S+)*) ")
                .matcher(text)
                .results()
                .map(row -> row.group(1))
                .toList();
    }

    @Test
    void filesAsJson() {
        Verdicts comparison = compare(Fixtures.FIVE_FORKS, Fixtures.OUT_OF_ORDER);
        JsonObject json = JsonParser.parseString(new VerdictReport(comparison, false).json())
                .getAsJsonObject();
        assertThat(json.get("schema").getAsString()).isEqualTo("callcost check 1");
        assertThat(json.get("outcome").getAsString()).isEqualTo("REGRESSION");
        assertThat(json.getAsJsonArray("rows")).hasSameSizeAs(comparison.rows());
        for (int i = 0; i < comparison.rows().size(); i++) {
            JsonObject row = json.getAsJsonArray("rows").get(i).getAsJsonObject();
            var expected = comparison.rows().get(i);
            assertThat(row.get("benchmark").getAsString())
                    .isEqualTo(expected.key().benchmark());
            assertThat(row.get("verdict").getAsString())
                    .isEqualTo(expected.verdict().name());
            assertThat(row.getAsJsonObject("byMedian").get("ratio").getAsDouble())
                    .isEqualTo(expected.score().orElseThrow().byMedian().value());
        }
    }

    @Test
    void warningsOfBothRunsAreToldAndEndUpInTheJson() {
        VerdictReport report = new VerdictReport(
                compare(Fixtures.FIVE_FORKS, Fixtures.FIVE_FORKS).with(List.of("warm-up: B.c"), List.of("steal: B.d")),
                false);
        assertThat(report.text(View.EVERYTHING))
                .contains("What base's log says against its numbers:\n  warm-up: B.c\n\n"
                        + "What head's log says against its numbers:\n  steal: B.d\n\n7 SAME");
        JsonObject json = JsonParser.parseString(report.json()).getAsJsonObject();
        assertThat(json.getAsJsonArray("warningsOfBase")).containsExactly(new JsonPrimitive("warm-up: B.c"));
        assertThat(json.getAsJsonArray("warningsOfHead")).containsExactly(new JsonPrimitive("steal: B.d"));
    }

    /** Two forks that differ by a factor of 1e100: the upper end of their interval is more than a double holds. */
    @Test
    void leavesOutOfTheJsonWhatIsNotFinite() throws IOException {
        Path file = Files.writeString(directory.resolve("far.json"), """
                [{"benchmark": "a.X.call", "mode": "avgt", "threads": 1,
                  "primaryMetric": {"scoreUnit": "us/op", "rawData": [[1], [1e100]]}}]
                """);
        ResultsFile far = ResultsFile.read(file);
        JsonObject ratio = JsonParser.parseString(
                        new VerdictReport(FileComparison.of(far, far, Rule.MARGIN), false).json())
                .getAsJsonObject()
                .getAsJsonArray("rows")
                .get(0)
                .getAsJsonObject()
                .getAsJsonObject("byMedian");
        assertThat(ratio.get("ratio").getAsDouble()).isEqualTo(1);
        assertThat(ratio.get("low").getAsDouble()).isZero();
        assertThat(ratio.has("high")).isFalse();
    }

    private static Verdicts ofPairs() {
        return MadeUpSession.judged(new MadeUpSession(
                        "2026-01-01T10:00:00Z",
                        0.03,
                        key("same"),
                        key("slower"),
                        key("few"),
                        FAILED,
                        BROKEN,
                        SKIPPED,
                        LATE,
                        LATER,
                        key("none"))
                .pairs(key("same"), SAME)
                .headBytes(80)
                .pairs(key("slower"), Arrays.stream(SAME).map(d -> d + 0.08).toArray())
                .setAside(key("slower"), 0.5, "steal")
                .pairs(key("few"), 0.01, -0.01)
                .failed(key("few"), 1)
                .pairs(FAILED)
                .failed(FAILED, 3)
                .failed(BROKEN, 3)
                .skipped(SKIPPED)
                .leftOut(LATE)
                .leftOut(LATER));
    }

    @Test
    void pairsAsText() throws IOException {
        assertThat(text(ofPairs())).isEqualTo(Fixtures.text("report/compare/report.txt"));
    }

    @Test
    void pairsAsMarkdown() throws IOException {
        assertThat(new VerdictReport(ofPairs(), true).document()).isEqualTo(Fixtures.text("report/compare/report.md"));
    }

    @Test
    void pairsAsJson() {
        Verdicts comparison = ofPairs();
        JsonObject json = JsonParser.parseString(new VerdictReport(comparison, false).json())
                .getAsJsonObject();
        assertThat(json.get("schema").getAsString()).isEqualTo("callcost compare 2");
        assertThat(json.get("outcome").getAsString()).isEqualTo("REGRESSION");
        assertThat(json.getAsJsonArray("onlyInBase")).hasSize(1);
        assertThat(json.getAsJsonArray("rows")).hasSameSizeAs(comparison.rows());
        for (int i = 0; i < comparison.rows().size(); i++) {
            JsonObject row = json.getAsJsonArray("rows").get(i).getAsJsonObject();
            VerdictRow expected = comparison.rows().get(i);
            assertThat(row.getAsJsonObject("row").get("benchmark").getAsString())
                    .isEqualTo(expected.key().benchmark());
            assertThat(row.get("verdict").getAsString()).isEqualTo(expected.word());
            assertThat(row.get("pairs").getAsInt()).isEqualTo(expected.pairs());
            assertThat(row.get("morePairs").getAsInt()).isEqualTo(expected.morePairs());
            assertThat(row.has("reason")).isEqualTo(expected.noVerdict().isPresent());
            expected.paired()
                    .ifPresent(score -> assertThat(
                                    row.getAsJsonObject("byMedian").get("low").getAsDouble())
                            .isEqualTo(score.low()));
        }
    }

    /** Two sessions that are added up, the second with another JVM argument on both sides, and one row that only the first has. */
    @Test
    void pairsThatWereMeasuredOtherwiseAreSaidToBe() {
        RowKey both = key("both");
        RowKey once = key("once");
        MadeUpSession first = MadeUpSession.ofItself("2026-01-01T10:00:00Z", both, once)
                .pairs(both, SAME)
                .pairs(once, SAME);
        MadeUpSession second = MadeUpSession.ofItself("2026-01-02T10:00:00Z", both)
                .jvmArgument("-Xbatch")
                .pairs(both, SAME);
        assertThat(text(MadeUpSession.judged(first, second)))
                .containsOnlyOnce("its pairs are not alike: jvmArgs (none) / -Xbatch")
                .endsWith("2 SAME: no regression seen; some rows are undecided, unlike or missing.\n");
        assertThat(text(MadeUpSession.judged(first))).endsWith("2 SAME: no regression.\n");
    }

    private static VerdictRow row(String method, Optional<NoVerdict> noVerdict) {
        RowKey key = new RowKey("a.B." + method, "avgt", Map.of());
        return SessionComparison.row(key, List.of(), PairedRule.forEachOf(1, 0.03), 0, noVerdict, List.of());
    }

    @Test
    void openRowsComeFirstWhileItGoesOn() {
        VerdictRow failed = row("first", Optional.of(NoVerdict.failed(true, "exit code 1")));
        assertThat(VerdictTable.state(List.of(failed, row("second", Optional.empty()))))
                .isEqualTo("""
                        pairs  verdict    row
                            0  UNDECIDED  B.second
                            0  FAILED     B.first
                        """);
    }

    @Test
    void aScreenHoldsSoManyRows() {
        List<VerdictRow> rows = IntStream.rangeClosed(1, 23)
                .mapToObj(number -> row("row" + number, Optional.empty()))
                .toList();
        assertThat(VerdictTable.state(rows)).hasLineCount(22).endsWith("B.row20\nand 3 more rows\n");
    }
}
