package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.compare.Rows;
import dev.callcost.data.Log;
import dev.callcost.data.LogLines;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.RowKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarmUpTableTest {
    @TempDir
    Path folder;

    /** A fork whose score halves in its second second, and which is measured for one. */
    private static String fork(double seconds, boolean warm, String last) {
        return fork("1", seconds, warm, last);
    }

    private static String fork(String size, double seconds, boolean warm, String last) {
        return LogLines.fork(
                new RowKey("a.B.c", "avgt", Map.of("size", size)),
                "us/op",
                1,
                Map.of(),
                Optional.of("{\"seconds\":" + seconds + ",\"warm\":" + warm + ",\"unmetUntil\":{\"scores\":1.5,\""
                        + last + "\":1.9}}"),
                IntStream.range(0, 6)
                        .mapToObj(i ->
                                "{\"warmup\":" + (i < 4) + ",\"nanos\":500000000,\"score\":" + (i < 2 ? 100 : 50) + "}")
                        .toList());
    }

    private static List<List<Double>> scores(double more) {
        return Stream.of(99.0, 100.0, 101.0)
                .map(last -> List.of(102.0, 101.0, last + more))
                .toList();
    }

    private ResultsFile file(String... forks) throws IOException {
        return file(0, forks);
    }

    /** The forks of the second row end by so much above those of the first. */
    private ResultsFile file(double second, String... forks) throws IOException {
        Files.writeString(folder.resolve(Log.NAME), LogLines.RUN + String.join("", forks));
        return new ResultsFile(
                folder.resolve(ResultsFile.NAME),
                Stream.of("1", "2")
                        .map(size -> Rows.row("B.c").param("size", size).of(scores(size.equals("1") ? 0 : second)))
                        .toList());
    }

    @Test
    void aLineARow() throws IOException {
        assertThat(RunTables.warmed(
                        file(fork(2.04, true, "classes"), fork(7, false, "compilation"), fork(2.5, true, "classes"))))
                .endsWith("""
                        | row | forks | seconds, median | range | waited for, forks | warm | drift while measured |
                        |---|---:|---:|---:|---|---:|---:|
                        | B.c size=1 | 3 | 2.5 | 2.0-7.0 | classes 2, compilation 1 | 2 | -2.0% [-7.4%, +3.8%] |
                        """);
    }

    @Test
    void allRowsTogether() throws IOException {
        assertThat(RunTables.warmed(file(fork(2, true, "classes"), fork("2", 3, false, "classes"))))
                .endsWith("""
                        | B.c size=2 | 1 | 3.0 | 3.0-3.0 | classes 1 | 0 | -2.0% [-7.4%, +3.8%] |
                        | all rows | 2 |  |  | classes 2 | 1 | -2.0% [-3.4%, -0.5%] |

                        The 2 rows on one CPU drifted by -2.0% [-3.4%, -0.5%] together. If all drift alike, F is about 1: F = 0.0, p = 1.0 (analysis of variance over forks)
                        """);
    }

    /** F of 1 and 4 degrees is the square of t of 4, whose distribution is known in closed form: by hand. */
    @Test
    void rowsThatMoveByDifferentAmounts() throws IOException {
        assertThat(RunTables.warmed(file(3, fork(2, true, "classes"), fork("2", 3, true, "classes"))))
                .contains("F = 13, p = 0.021 (analysis of variance over forks)");
    }

    @Test
    void aRunWithFixedWarmUpsHasNone() throws IOException {
        ResultsFile file = file("{\"type\":\"skipped\"}\n");
        assertThatThrownBy(() -> RunTables.warmed(file)).hasMessageContaining("no fork that warmed up");
    }
}
