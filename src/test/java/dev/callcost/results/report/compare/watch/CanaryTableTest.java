package dev.callcost.results.report.compare.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.callcost.results.BadResultsFileException;
import dev.callcost.results.Row;
import dev.callcost.results.compare.Rows;
import dev.callcost.results.compare.session.MadeUpSession;
import dev.callcost.results.compare.session.Pair;
import dev.callcost.results.compare.session.RowKey;
import dev.callcost.results.compare.session.Session;
import dev.callcost.results.compare.session.SessionLines;
import dev.callcost.results.report.ReadmeTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CanaryTableTest {
    private static final RowKey ROW = MadeUpSession.key("call");
    private static final RowKey SHORT = MadeUpSession.key("short");

    @TempDir
    Path root;

    private static String header(String start, double kernelRatio) {
        return ("{'type': 'session', 'start': '" + start
                        + "', 'machine': 'M', 'base': 'b', 'head': 'h', 'margin': 0.03,"
                        + " 'seed': 1, 'rows': [" + row("call") + ", " + row("short") + "], 'onlyInBase': [],"
                        + " 'onlyInHead': [], 'setAsideAbove': {'kernelRatio': " + kernelRatio
                        + ", 'wakeUpRatio': 10, 'stealShare': 0.05, 'hiccupNanos': 1e9}}\n")
                .replace('\'', '"');
    }

    private static String row(String method) {
        return "{'benchmark': 'a.B." + method + "', 'mode': 'avgt', 'params': {'size': '1'}}";
    }

    /** A pair whose head took so many percent longer, while the canary's loop changed by a ratio. */
    private static String pair(RowKey row, boolean burnIn, double percent, double ratio, boolean setAside) {
        JsonObject machine = new JsonObject();
        machine.addProperty("kernelNanosBefore", 200_000);
        machine.addProperty("kernelNanosBetween", 200_000 * ratio);
        machine.addProperty("wakeUpNanosBefore", 8_000);
        machine.addProperty("wakeUpNanosBetween", 4_000);
        machine.addProperty("stealShare", 0.012);
        machine.addProperty("worstHiccupNanos", 7_000_000);
        machine.addProperty("canaryCpu", "1");
        return SessionLines.pair(
                new Pair(
                        row,
                        burnIn,
                        false,
                        false,
                        fork(row, 100),
                        fork(row, 100 * Math.exp(percent / 100)),
                        setAside ? Optional.of("the canary's loop") : Optional.empty()),
                OptionalDouble.empty(),
                machine);
    }

    private static Row fork(RowKey row, double score) {
        return Rows.row().benchmark(row.benchmark()).of(List.of(List.of(score)));
    }

    private void write(String folder, String... lines) throws IOException {
        Files.writeString(Files.createDirectories(root.resolve(folder)).resolve(Session.FILE), String.join("", lines));
    }

    /** Six calm pairs that scatter by one percent around three, and two wild ones that lie ten percent off. */
    private static String[] calmAndWild() {
        return new String[] {
            header("2026-01-01T10:00:00Z", 1.25),
            pair(ROW, true, 90, 9, true),
            pair(ROW, false, 2, 1.01, false),
            pair(ROW, false, 4, 1.02, false),
            pair(ROW, false, 2, 1.03, false),
            pair(ROW, false, 4, 1.04, false),
            pair(ROW, false, 2, 1.01, false),
            pair(ROW, false, 4, 1.02, false),
            pair(ROW, false, 13, 1.2, false),
            pair(ROW, false, -7, 1.5, true),
            pair(SHORT, false, 70, 1.01, false)
        };
    }

    @Test
    void noiseThresholdsAndWhatTheyAreWorth() throws IOException {
        write("a", calmAndWild());

        assertThat(CanaryTable.markdown(List.of(root.resolve("a")))).isEqualTo("""
                What was seen of the machine during 9 pairs of 1 session, burn-ins not among them; ratios are of before one fork to before the other, of forks that take turns to after their warm-up; the canary's CPU: 1

                |  | median | 90 % | 99 % | largest | set aside above | pairs above that |
                |---|---:|---:|---:|---:|---:|---:|
                | canary's loop, ratio | 1.02 | 1.50 | 1.50 | 1.50 | 1.25 | 1 |
                | canary's wake-up, ratio | 2.00 | 2.00 | 2.00 | 2.00 | 10.0 | 0 |
                | steal | 1.2% | 1.2% | 1.2% | 1.2% | 5.0% | 0 |
                | worst hiccup | 7.00 ms | 7.00 ms | 7.00 ms | 7.00 ms | 1.00 s | 0 |

                How pairs scatter: the root mean square of how far a pair's difference is from the median of its row, in rows of 6 pairs or more

                | pairs apart by | not above | scatter | above | scatter |
                |---|---:|---:|---:|---:|
                | canary's loop, ratio 1.05 | 6 | 1.0% | 2 | 10.0% |
                | canary's loop, ratio 1.10 | 6 | 1.0% | 2 | 10.0% |
                | canary's loop, ratio 1.25 | 7 | 3.9% | 1 | 10.0% |
                | canary's wake-up, ratio 1.50 | 0 |  | 8 | 5.1% |
                | canary's wake-up, ratio 2.00 | 8 | 5.1% | 0 |  |
                | canary's wake-up, ratio 10.0 | 8 | 5.1% | 0 |  |
                | set aside, for whatever cause | 7 | 3.9% | 1 | 10.0% |
                """);
    }

    @Test
    void aMarkdownBlockNamesSeveralSessions() throws IOException {
        write("a", calmAndWild());
        write("b", header("2026-01-02T10:00:00Z", 1.25), pair(ROW, false, 1, 1.3, true), "{\"cut o");
        String block = "<!-- callcost:canary a b -->\n<!-- /callcost -->\n";
        assertThat(ReadmeTables.render(block, root))
                .startsWith(
                        "<!-- callcost:canary a b -->\n\nWhat was seen of the machine during 10 pairs of 2 sessions")
                .endsWith("\n\n<!-- /callcost -->\n");
    }

    @Test
    void whatSetsNoPairAsideOfForksThatTakeTurnsHasNoThreshold() throws IOException {
        write(
                "a",
                header("2026-01-01T10:00:00Z", 1.25).replace("\"kernelRatio\": 1.25, \"wakeUpRatio\": 10,", ""),
                pair(ROW, false, 1, 1.3, false));
        assertThat(CanaryTable.markdown(List.of(root.resolve("a"))))
                .contains("| canary's loop, ratio | 1.30 | 1.30 | 1.30 | 1.30 | never |  |")
                .contains("| 5.0% | 0 |");
    }

    @Test
    void anOlderCanarySangAnywhere() throws IOException {
        write(
                "a",
                header("2026-01-01T10:00:00Z", 1.25),
                pair(ROW, false, 1, 1, false).replace("\"canaryCpu\":\"1\"", "\"a\":1"));
        assertThat(CanaryTable.markdown(List.of(root.resolve("a")))).contains("the canary's CPU: any\n");
    }

    @Test
    void sessionsThatCannotBeUsedTogetherOrAtAll() throws IOException {
        write("a", calmAndWild());
        write("b", header("2026-01-02T10:00:00Z", 1.5), pair(ROW, false, 1, 1.3, true));
        assertThatThrownBy(() -> CanaryTable.markdown(List.of(root.resolve("a"), root.resolve("b"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("thresholds");

        write("c", header("2026-01-02T10:00:00Z", 1.5), pair(ROW, true, 1, 1.3, true));
        assertThatThrownBy(() -> CanaryTable.markdown(List.of(root.resolve("c"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no session has a pair");

        for (String wrong : List.of("\"stealShare\":\"much\"", "\"stealShare\":[]", "\"else\":1")) {
            write("d", calmAndWild()[0], calmAndWild()[2].replaceFirst("\"stealShare\":[\\d.]+", wrong));
            assertThatThrownBy(() -> CanaryTable.markdown(List.of(root.resolve("d"))))
                    .as(wrong)
                    .isInstanceOf(BadResultsFileException.class)
                    .hasMessageContaining("line 2 does not tell it");
        }
        assertThatThrownBy(() -> CanaryTable.markdown(List.of(root.resolve("missing"))))
                .isInstanceOf(BadResultsFileException.class)
                .hasMessageContaining("no such file");
    }
}
