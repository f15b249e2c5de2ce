package dev.callcost.compare;

import static dev.callcost.compare.MadeUpSession.SAME;
import static dev.callcost.compare.MadeUpSession.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.data.Fixtures;
import dev.callcost.data.RowKey;
import dev.callcost.text.ForeignLocale;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What is said of fixed pairs, against the files that say what it must look like. */
@ExtendWith(ForeignLocale.class)
class CompareReportTest {
    private static final RowKey FAILED = key("failed");
    private static final RowKey BROKEN = key("broken");
    private static final RowKey SKIPPED = key("skipped");
    private static final RowKey LATE = key("late");
    private static final RowKey LATER = key("later");

    @TempDir
    Path directory;

    private SessionComparison comparison() throws IOException {
        MadeUpSession session = new MadeUpSession(
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
                .leftOut(LATER);
        Path file = Files.writeString(directory.resolve("log.jsonl"), session.text());
        return SessionComparison.of(List.of(Session.read(file)), OptionalDouble.empty());
    }

    @Test
    void text() throws IOException {
        assertThat(CompareReport.of(comparison(), false).text()).isEqualTo(Fixtures.text("report/compare/report.txt"));
    }

    @Test
    void markdown() throws IOException {
        assertThat(CompareReport.of(comparison(), true).document())
                .isEqualTo(Fixtures.text("report/compare/report.md"));
    }

    @Test
    void jsonSaysTheSame() throws IOException {
        SessionComparison comparison = comparison();
        JsonObject json = JsonParser.parseString(
                        CompareReport.of(comparison, false).json())
                .getAsJsonObject();
        assertThat(json.get("schema").getAsString()).isEqualTo("callcost compare 2");
        assertThat(json.get("outcome").getAsString()).isEqualTo("REGRESSION");
        assertThat(json.getAsJsonArray("onlyInBase")).hasSize(1);
        assertThat(json.getAsJsonArray("rows")).hasSameSizeAs(comparison.rows());
        for (int i = 0; i < comparison.rows().size(); i++) {
            JsonObject row = json.getAsJsonArray("rows").get(i).getAsJsonObject();
            PairedRow expected = comparison.rows().get(i);
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

    @Test
    void moreWorkIsSaidAsItWasDone() throws IOException {
        RowKey alone = key("alone");
        RowKey shared = key("shared");
        MadeUpSession session = MadeUpSession.ofItself("2026-01-01T10:00:00Z", 0.03, alone, shared)
                .extraWork(0.0302, 0.001)
                .pairs(alone, SAME)
                .extraWork(0.0298, 0.1)
                .pairs(shared, 0.03)
                .extraWork(0.03, 1.5)
                .pairs(shared, 0.03);
        Path file = Files.writeString(directory.resolve("log.jsonl"), session.text());
        SessionComparison comparison = SessionComparison.of(List.of(Session.read(file)), OptionalDouble.empty());
        VerdictReport<PairedRow> report = CompareReport.of(comparison, false);
        assertThat(report.text())
                .containsPattern("(\\d+): head did \\+3\\.02% more work\n")
                .containsPattern("\\d+: head did \\+2\\.99% more work, other threads than the benchmark's take part:"
                        + " its time may grow by more or less");
        assertThat(report.text().lines().filter(line -> line.contains("alone")))
                .noneMatch(line -> line.contains("other threads"));
        JsonObject row = JsonParser.parseString(report.json())
                .getAsJsonObject()
                .getAsJsonArray("rows")
                .get(0)
                .getAsJsonObject();
        assertThat(row.getAsJsonObject("extraWork").get("share").getAsDouble()).isCloseTo(0.0302, within(1e-9));
    }

    /** Two sessions that are added up, the second with another JVM argument on both sides, and one row that only the first has. */
    @Test
    void pairsThatWereMeasuredOtherwiseAreSaidToBe() throws IOException {
        RowKey both = key("both");
        RowKey once = key("once");
        List<Session> sessions = new ArrayList<>();
        for (MadeUpSession session : List.of(
                MadeUpSession.ofItself("2026-01-01T10:00:00Z", null, both, once)
                        .pairs(both, SAME)
                        .pairs(once, SAME),
                MadeUpSession.ofItself("2026-01-02T10:00:00Z", null, both)
                        .jvmArgument("-Xbatch")
                        .pairs(both, SAME))) {
            sessions.add(Session.read(Files.writeString(directory.resolve("log.jsonl"), session.text())));
        }
        VerdictReport<PairedRow> report =
                CompareReport.of(SessionComparison.of(sessions, OptionalDouble.empty()), false);
        assertThat(report.text())
                .containsOnlyOnce("its pairs are not alike: jvmArgs (none) / -Xbatch")
                .endsWith("2 SAME: no regression seen; some rows are undecided, unlike or missing.\n");
        SessionComparison first = SessionComparison.of(sessions.subList(0, 1), OptionalDouble.empty());
        assertThat(CompareReport.of(first, false).text()).endsWith("2 SAME: no regression.\n");
    }

    private static PairedRow row(String method, Optional<NoVerdict> noVerdict) {
        RowKey key = new RowKey("a.B." + method, "avgt", Map.of());
        return PairedRow.of(key, List.of(), PairedRule.forEachOf(1, 0.03), 0, noVerdict, List.of());
    }

    @Test
    void openRowsComeFirstWhileItGoesOn() {
        PairedRow failed = row("first", Optional.of(NoVerdict.failed(true, "exit code 1")));
        assertThat(CompareReport.state(List.of(failed, row("second", Optional.empty()))))
                .isEqualTo("""
                        pairs  verdict    row
                            0  UNDECIDED  B.second
                            0  FAILED     B.first
                        """);
    }

    @Test
    void aScreenHoldsSoManyRows() {
        List<PairedRow> rows = IntStream.rangeClosed(1, 23)
                .mapToObj(number -> row("row" + number, Optional.empty()))
                .toList();
        assertThat(CompareReport.state(rows)).hasLineCount(22).endsWith("B.row20\nand 3 more rows\n");
    }
}
