package dev.callcost.ladder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.RunRecord.RecordedFork;
import dev.callcost.ladder.RunRecord.RecordedIteration;
import dev.callcost.text.BadFileException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunRecordTest {
    private static final String RUN = "{\"type\":\"run\",\"seed\":1,\"rows\":[]}\n";
    private static final String FORK = "{\"type\":\"fork\",\"benchmark\":\"a.b.RmiBenchmark.call\",\"mode\":\"avgt\","
            + "\"params\":{\"payload\":\"0\"},\"round\":2,\"place\":3,\"start\":\"\",\"end\":\"\",\"jvm\":\"java\",\"pid\":1,"
            + "\"worstHiccupNanos\":1,\"outcome\":\"measured\","
            + "\"unit\":\"us/op\",\"operationsPerInvocation\":7,\"facts\":{\"cpu\":\"1\"},\"iterations\":["
            + "{\"warmup\":true,\"nanos\":100,\"score\":200.5,\"operations\":70,\"cpuNanos\":50,\"systemNanos\":20,\"loopbackBytes\":900,\"loopbackPackets\":8,\"classes\":4,\"contextSwitches\":3},"
            + "{\"warmup\":false,\"nanos\":101,\"score\":\"NaN\",\"stealNanos\":10,\"compilationMillis\":2},"
            + "{\"warmup\":false,\"nanos\":102,\"score\":\"Infinity\"},"
            + "{\"warmup\":false,\"nanos\":103,\"score\":178.2}]}\n";
    private static final String FAILED =
            "{\"type\":\"fork\",\"benchmark\":\"a.b.RmiBenchmark.call\",\"mode\":\"avgt\",\"params\":{},\"outcome\":\"failed\"}\n";

    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("r.record.jsonl"), text);
    }

    @Test
    void readsMeasuredForks() throws IOException {
        RunRecord run = RunRecord.read(file(RUN
                + FAILED
                + FORK
                + "{\"type\":\"resumed\",\"start\":\"\"}\n"
                + "{\"type\":\"unheardof\"}\n"
                + FORK.replace("\"round\"", "\"unheardof\":[],\"round\"")));

        assertThat(run.forks()).hasSize(2);
        RecordedFork fork = run.forks().get(0);
        assertThat(fork.round()).isEqualTo(2);
        assertThat(fork.operationsPerInvocation()).isEqualTo(7);
        assertThat(fork.isPinned()).isTrue();
        assertThat(fork.warmUpIterations())
                .containsExactly(new RecordedIteration(true, 100, 200.5, 70, 50, 20, 0, 0, 4, 3, 900, 8, 0));
        assertThat(fork.measured().get(0))
                .isEqualTo(new RecordedIteration(false, 101, Double.NaN, 0, 0, 0, 10, 2, 0, 0, 0, 0, 0));
        assertThat(fork.scores()).containsExactly(178.2);
        assertThat(run.rows()).hasSize(1);
        assertThat(run.rows().get(0).label()).isEqualTo("RmiBenchmark.call payload=0");
        assertThat(run.rows().get(0).forks()).isEqualTo(run.forks());
    }

    @Test
    void everyPlaceWhereTheLastLineMayBeCutOffLeavesTheOthers() throws IOException {
        for (int length = 0; length < FORK.length() - 2; length++) {
            Path file = file(RUN + FORK + FORK.substring(0, length));
            assertThat(RunRecord.read(file).forks()).as("cut off at %d", length).hasSize(1);
        }
        assertThat(RunRecord.read(file(RUN + FORK + FORK.stripTrailing())).forks())
                .hasSize(2);
    }

    @Test
    void theRoundsOfRowsThatHaveTheSameForks() throws IOException {
        RunRecord run = RunRecord.read(file(RUN
                + FORK
                + FORK.replace("\"round\":2", "\"round\":3")
                + FAILED
                + FORK.replace("Rmi", "Twice")
                + FORK.replace("Rmi", "Twice")
                + FORK.replace("Rmi", "Lost")));
        Row rmi = row("RmiBenchmark", 2);
        assertThat(run.rounds(new ResultsFile(
                        folder, List.of(rmi, row("TwiceBenchmark", 2), row("LostBenchmark", 2), row("Other", 1)))))
                .isEqualTo(Map.of(rmi.key(), List.of(2, 3)));
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
    void aForkWithoutAScoreIsNoPartOfARow() throws IOException {
        RunRecord run = RunRecord.read(file(RUN + FORK.replace("178.2", "0")));
        assertThat(run.forks()).hasSize(1);
        assertThat(run.rows()).isEmpty();
    }

    @Test
    void pinnedIsWhatOneCpuWasNamedFor() throws IOException {
        List<RecordedFork> forks = RunRecord.read(file(RUN
                        + FORK.replace("\"1\"}", "\"any\"}")
                        + FORK.replace("\"1\"}", "\"1\",\"serverCpu\":\"0\"}")
                        + FORK.replace("\"facts\":{\"cpu\":\"1\"},", "")
                        + FORK.replace("\"facts\":{\"cpu\":\"1\"},", "")
                                .replace("\"payload\":\"0\"", "\"pinning\":\"ONE_CPU\"")))
                .forks();
        assertThat(forks).extracting(RecordedFork::isPinned).containsExactly(false, false, false, true);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                                   | is empty",
                "`{\"type\":\"ru`                     | is truncated in its first line",
                "`hello\n`                            | is not the log of a run, line 1 is not a JSON object",
                "`[{}]`                               | is not the log of a run, line 1 is not a JSON object",
                "`[\n  {\n`                           | is not the log of a run, line 1 is not a JSON object",
                "`\n`                                 | is not the log of a run, line 1 is not a JSON object",
                "`{}\n`                               | is not the log of a run, line 1 has no \"type\"",
                "`{\"type\":1}\n`                     | is not the log of a run, line 1 has no \"type\"",
                "`{\"type\":\"fork\"}\n`              | is not the log of a run, line 1 does not describe a run",
                "`RUNRUN`                             | is not the log of a run, line 2 describes a second run",
                "`RUN{\"typ\":\"x\"}\n`               | is not the log of a run, line 2 has no \"type\"",
                "`RUN{\"type\":\"fork\"}\n`           | is not the log of a run, line 2 has no \"outcome\"",
                "`RUN{\"type\":\"fo\nFORK`            | is not the log of a run, line 2 is not a JSON object",
                "`RUNFORK{\"type\":\"fork\"} 1\nFORK` | is not the log of a run, line 3 is not a JSON object",
                "`RUN{\"type\":\"fork\",\"outcome\":\"measured\"}\n` | is not the log of a run, line 2 lacks a part of a fork"
            })
    void namesTheLineThatIsNone(String text, String fault) throws IOException {
        Path file = file(text.replace("RUN", RUN).replace("FORK", FORK));
        assertThatThrownBy(() -> RunRecord.read(file))
                .isInstanceOf(BadFileException.class)
                .hasMessage(file + ": " + fault);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"round\":2 | \"round\":\"two\"",
                "\"nanos\":103 | \"nanos\":{}",
                "\"score\":178.2 | \"score\":\"fast\"",
                "\"facts\":{\"cpu\":\"1\"} | \"facts\":3"
            })
    void refusesPartsOfTheWrongKind(String part, String wrong) throws IOException {
        assertThat(FORK).contains(part);
        Path file = file(RUN + FORK.replace(part, wrong));
        assertThatThrownBy(() -> RunRecord.read(file))
                .isInstanceOf(BadFileException.class)
                .hasMessage(file + ": is not the log of a run, line 2 has a part of a fork that is of the wrong kind");
    }

    @Test
    void refusesAFileThatIsOneEndlessLine() throws IOException {
        Path file = file("x".repeat(17 << 20));
        assertThatThrownBy(() -> RunRecord.read(file))
                .isInstanceOf(BadFileException.class)
                .hasMessage(file + ": is not the log of a run, line 1 is too long");
    }

    @Test
    void aLogBesideResultsMayBePackedOrMissing() throws IOException {
        ResultsFile results = new ResultsFile(folder.resolve("r.json"), List.of());
        assertThat(RunRecord.beside(results)).isEmpty();
        try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(folder.resolve("r.record.jsonl.gz")))) {
            packed.write((RUN + FORK).getBytes(StandardCharsets.UTF_8));
        }
        assertThat(RunRecord.beside(results).orElseThrow().forks()).hasSize(1);
        file(RUN + FORK + FORK);
        assertThat(RunRecord.beside(results).orElseThrow().forks())
                .as("the plain one")
                .hasSize(2);
    }

    @Test
    void refusesWhatCannotBeRead() {
        Path missing = folder.resolve("missing");
        assertThatThrownBy(() -> RunRecord.read(missing))
                .isInstanceOf(BadFileException.class)
                .hasMessage(missing + ": no such file");
        assertThatThrownBy(() -> RunRecord.read(folder))
                .isInstanceOf(BadFileException.class)
                .hasMessageStartingWith(folder + ": cannot be read: ");
    }
}
