package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.callcost.compare.FileComparison.RowComparison;
import dev.callcost.data.Fixtures;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.stats.Rule;
import dev.callcost.text.ForeignLocale;
import dev.callcost.text.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What is said of two fixtures, against the files that say what it must look like. */
@ExtendWith(ForeignLocale.class)
class CheckReportTest {
    private static FileComparison compare(String base, String head) {
        return FileComparison.of(Fixtures.read(base), Fixtures.read(head), Rule.MARGIN);
    }

    private static VerdictReport<RowComparison> report(FileComparison comparison, boolean strict) {
        return CheckReport.of(comparison, List.of(), List.of(), strict);
    }

    private static String withoutFolders(String report) {
        String folder = Fixtures.path(Fixtures.FIVE_FORKS).getParent().toString();
        return report.replace(folder + "/", "");
    }

    @Test
    void text() throws IOException {
        assertThat(withoutFolders(report(compare(Fixtures.FIVE_FORKS, Fixtures.OUT_OF_ORDER), false)
                        .text()))
                .isEqualTo(Fixtures.text("report/check/report.txt"));
    }

    @Test
    void markdown() throws IOException {
        assertThat(withoutFolders(report(compare(Fixtures.FIVE_FORKS, Fixtures.OUT_OF_ORDER), true)
                        .document()))
                .isEqualTo(Fixtures.text("report/check/report.md"));
    }

    @Test
    void aPullRequestSeesTheOutcomeAndWhatChanged() throws IOException {
        assertThat(withoutFolders(report(compare(Fixtures.FIVE_FORKS, Fixtures.OUT_OF_ORDER), false)
                        .markdown()))
                .isEqualTo(Fixtures.text("report/check/pull-request.md"));
    }

    /** The committed ladder, of which one row got slower. */
    @Test
    void ofManyRowsThoseThatChangedAreShown() {
        ResultsFile ladder = ResultsFile.read(Path.of("results/epyc-vm-jdk17-ladder"));
        List<Row> rows = new ArrayList<>(ladder.rows());
        Row slower = rows.get(0);
        Metric twice = new Metric(
                slower.primary().unit(),
                slower.primary().forks().stream()
                        .map(fork -> fork.stream().map(score -> 2 * score).toList())
                        .toList());
        rows.set(0, slower.with(twice));
        VerdictReport<RowComparison> report =
                report(FileComparison.of(ladder, new ResultsFile(ladder.path(), rows), Rule.MARGIN), false);

        int others = rows.size() - 1;
        String folded = report.text(new View(Terminal.ENDLESS, false, Optional.empty()));
        assertThat(folded)
                .containsPattern("\nSLOWER +" + Pattern.quote(slower.label()) + " +\\+100%")
                .containsPattern("\nNot shown: .*UNDECIDED.* \\(--all shows them\\)\\.\n")
                .contains("1 SLOWER", "REGRESSION.");
        assertThat(folded.lines().filter(line -> line.matches("(SAME|UNDECIDED|CANNOT TELL) .*")))
                .isEmpty();
        assertThat(report.text().lines().filter(line -> line.matches("(SAME|UNDECIDED|CANNOT TELL) .*")))
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
        VerdictReport<RowComparison> report =
                report(FileComparison.of(Rows.file("a.json", rows), Rows.file("b.json", rows), Rule.MARGIN), false);
        assertThat(only(report, "executor=1 payload=1")).containsExactly("B.c executor=1 payload=1");
        assertThat(only(report, "=2 longs=0")).containsExactly("B.c executor=2 payload=2");
        assertThat(report.text()).contains("\nSame in all rows of a benchmark:\n  B.c: longs=0\n");
        assertThat(report.json()).contains("\"longs\": \"0\"");
    }

    private static List<String> only(VerdictReport<?> report, String regexp) {
        String text = report.text(new View(Terminal.ENDLESS, false, Optional.of(Pattern.compile(regexp))));
        return Pattern.compile("(?m)^SAME +(B\\.c( \\S+=\\S+)*) ")
                .matcher(text)
                .results()
                .map(row -> row.group(1))
                .toList();
    }

    @Test
    void jsonSaysTheSame() {
        FileComparison comparison = compare(Fixtures.FIVE_FORKS, Fixtures.OUT_OF_ORDER);
        JsonObject json =
                JsonParser.parseString(report(comparison, false).json()).getAsJsonObject();
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
        FileComparison same = compare(Fixtures.FIVE_FORKS, Fixtures.FIVE_FORKS);
        VerdictReport<RowComparison> report =
                CheckReport.of(same, List.of("warm-up: B.c"), List.of("steal: B.d"), false);
        assertThat(report.text())
                .contains("What base's log says against its numbers:\n  warm-up: B.c\n\n"
                        + "What head's log says against its numbers:\n  steal: B.d\n\n7 SAME");
        JsonObject json = JsonParser.parseString(report.json()).getAsJsonObject();
        assertThat(json.getAsJsonArray("warningsOfBase")).containsExactly(new JsonPrimitive("warm-up: B.c"));
        assertThat(json.getAsJsonArray("warningsOfHead")).containsExactly(new JsonPrimitive("steal: B.d"));
    }

    /** Two forks that differ by a factor of 1e100: the upper end of their interval is more than a double holds. */
    @Test
    void leavesOutOfTheJsonWhatIsNotFinite(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("far.json"), """
                [{"benchmark": "a.X.call", "mode": "avgt", "threads": 1,
                  "primaryMetric": {"scoreUnit": "us/op", "rawData": [[1], [1e100]]}}]
                """);
        ResultsFile far = ResultsFile.read(file);
        JsonObject ratio = JsonParser.parseString(
                        report(FileComparison.of(far, far, Rule.MARGIN), false).json())
                .getAsJsonObject()
                .getAsJsonArray("rows")
                .get(0)
                .getAsJsonObject()
                .getAsJsonObject("byMedian");
        assertThat(ratio.get("ratio").getAsDouble()).isEqualTo(1);
        assertThat(ratio.get("low").getAsDouble()).isZero();
        assertThat(ratio.has("high")).isFalse();
    }
}
