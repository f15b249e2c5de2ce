package dev.callcost.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.LogLines;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Warnings.RecordedRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of a log's forks, and the rounds that these ran in. */
class RecordedRowTest {
    @TempDir
    private Path folder;

    private static String fork(String benchmark, int round, double score) {
        return LogLines.fork(
                row(benchmark, 1).key(),
                "us/op",
                round,
                Map.of(),
                List.of("{\"warmup\":false,\"nanos\":103,\"score\":" + score + "}"));
    }

    private List<Fork> forks(String... lines) throws IOException {
        return Log.forks(Files.writeString(folder.resolve("log.jsonl"), LogLines.RUN + String.join("", lines)));
    }

    private static Row row(String benchmark, int forks) {
        return new Row(
                "a.b." + benchmark + ".call",
                "avgt",
                4,
                new TreeMap<>(Map.of("payload", "0")),
                new Metric("us/op", Collections.nCopies(forks, List.of(1.0))),
                new TreeMap<>(),
                new TreeMap<>());
    }

    @Test
    void theRoundsOfRowsThatHaveTheSameForks() throws IOException {
        List<Fork> forks = forks(
                fork("RmiBenchmark", 2, 1),
                fork("RmiBenchmark", 3, 1),
                fork("TwiceBenchmark", 2, 1),
                fork("TwiceBenchmark", 2, 1),
                fork("LostBenchmark", 2, 1));
        Row rmi = row("RmiBenchmark", 2);
        assertThat(Ladder.rounds(
                        new ResultsFile(
                                folder,
                                List.of(rmi, row("TwiceBenchmark", 2), row("LostBenchmark", 2), row("Other", 1))),
                        forks))
                .isEqualTo(Map.of(rmi.key(), List.of(2, 3)));
    }

    @Test
    void aRowHasItsForksInTheirOrder() throws IOException {
        List<Fork> forks = forks(fork("RmiBenchmark", 1, 178.2), fork("RmiBenchmark", 2, 179));
        List<RecordedRow> rows = RecordedRow.all(forks);
        assertThat(rows).hasSize(1);
        assertThat(rows.get(0).row().label()).isEqualTo("RmiBenchmark.call payload=0 threads=4");
        assertThat(rows.get(0).forks()).isEqualTo(forks);
        assertThat(rows.get(0).row().primary().forks()).containsExactly(List.of(178.2), List.of(179.0));
    }

    @Test
    void aForkWithoutAScoreIsNoPartOfARow() throws IOException {
        List<Fork> forks = forks(fork("RmiBenchmark", 2, 0));
        assertThat(forks).hasSize(1);
        assertThat(RecordedRow.all(forks)).isEmpty();
    }
}
