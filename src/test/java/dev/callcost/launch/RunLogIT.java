package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.data.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log that a run writes. */
class RunLogIT {
    @TempDir
    static Path planted;

    @TempDir
    Path directory;

    @BeforeAll
    static void compile() throws IOException {
        SpawnedMain.compilePlanted(planted);
    }

    private String run(String... arguments) throws Exception {
        try (SpawnedMain main = SpawnedMain.start(planted, directory, arguments)) {
            return main.ended().out();
        }
    }

    private LoggedRun record(String... arguments) throws Exception {
        run(arguments);
        return LoggedRun.read(directory.resolve("out.log.jsonl"));
    }

    @Test
    void beginsWithTheRunAndHasALineForEachFork() throws Exception {
        LoggedRun record = record("Planted.*plain", "-f", "2", "-prof", "gc", "-rff", "out.json");

        assertThat(record.run().get("type").getAsString()).isEqualTo("run");
        assertThat(record.run().get("seed").getAsLong()).isNotNegative();
        assertThat(record.run().getAsJsonArray("rows")).hasSize(2);
        assertThat(record.lines())
                .extracting(line -> line.get("type").getAsString())
                .as("the run ended, and nothing is left that is for resuming it")
                .containsExactly("run", "fork", "fork", "fork", "fork");
        assertThat(record.run().keySet()).contains("end");
        assertThat(Files.readString(directory.resolve("out.log.jsonl")))
                .doesNotContain(directory.toString())
                .doesNotContain(System.getProperty("java.home"));

        List<JsonObject> forks = record.forks();
        assertThat(forks).hasSize(4).allSatisfy(fork -> {
            assertThat(fork.get("type").getAsString()).isEqualTo("fork");
            assertThat(Fork.of(fork).unit()).isEqualTo("ns/op");
            assertThat(fork.getAsJsonObject("facts").get("cpu").getAsString()).isEqualTo("1");
            assertThat(fork.get("worstHiccupNanos").getAsLong()).isNotNegative();
            assertThat(fork.get("start").getAsString())
                    .isLessThan(fork.get("end").getAsString());
        });
        assertThat(forks).extracting(fork -> fork.get("round").getAsInt()).containsExactly(1, 1, 2, 2);
        assertThat(forks).extracting(fork -> fork.get("place").getAsInt()).containsExactly(1, 2, 1, 2);
        assertThat(forks).extracting(fork -> fork.get("pid").getAsLong()).doesNotHaveDuplicates();
        assertThat(ResultsFile.read(directory.resolve("out.log.jsonl")).rows())
                .hasSize(2)
                .isEqualTo(ResultsFile.read(directory.resolve("out.json")).rows());
    }

    @Test
    void everyIterationIsThereWithTheWarmup() throws Exception {
        JsonObject fork = record(
                        "Planted.*plain",
                        "-p",
                        "number=1",
                        "-f",
                        "1",
                        "-wi",
                        "3",
                        "-w",
                        "50ms", // CPU time comes in steps of 10 ms
                        "-i",
                        "2",
                        "-r",
                        "50ms",
                        "-rff",
                        "out.json")
                .forks()
                .get(0);

        JsonObject columns = fork.getAsJsonObject("iterations");
        for (int i = 0; i < 5; i++) {
            for (String counter : List.of("score", "operations", "nanos", "startMillis", "cpuNanos", "readNanos")) {
                assertThat(columns.getAsJsonArray(counter).get(i).getAsDouble())
                        .as(counter)
                        .isPositive();
            }
            for (String counter : List.of(
                    "systemNanos",
                    "stealNanos",
                    "runDelayNanos",
                    "contextSwitches",
                    "loopbackBytes",
                    "loopbackPackets",
                    "collections",
                    "collectionMillis",
                    "compilationMillis",
                    "classes",
                    "hiccupNanos")) {
                assertThat(columns.getAsJsonArray(counter).get(i).getAsLong())
                        .as(counter)
                        .isNotNegative();
            }
        }
        assertThat(Fork.of(fork).iterations())
                .extracting(Iteration::warmup)
                .containsExactly(true, true, true, false, false);
        assertThat(Fork.of(fork).row())
                .isEqualTo(
                        ResultsFile.read(directory.resolve("out.json")).rows().get(0));
        JsonObject row = new MeasuredFile(directory.resolve("out.json")).row("plain");
        assertThat(MeasuredFile.scores(row)).isEqualTo(List.of(LoggedRun.measured(fork)));
        assertThat(row.getAsJsonObject("secondaryMetrics").keySet()).isEmpty();
    }

    @Test
    void failedAndSkippedForksAreRecorded() throws Exception {
        LoggedRun record = record(
                "Planted.*(plain|failsAfterFirst|skipping)",
                "-f",
                "2",
                "-jvmArgs",
                "-Dplanted.attempts=" + directory.resolve("attempts"),
                "-rff",
                "out.json");

        assertThat(record.ended())
                .extracting(fork -> fork.get("type").getAsString())
                .containsOnly("fork", "failed", "skipped");
        assertThat(record.ended())
                .filteredOn(fork -> !fork.get("type").getAsString().equals("fork"))
                .extracting(fork -> fork.get("message").getAsString())
                .contains("no planted transport on this kernel")
                .hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void printsWarningsAboutTheNumbers() throws Exception {
        assertThat(run("Planted.*plain", "-p", "number=1", "-f", "1", "-wi", "0", "-i", "1", "-rff", "out.json"))
                .containsPattern("Warnings:\n  warm-up not ended: \\S*PlantedBenchmark.plain number=1 ");
    }

    @Test
    void itsAllocationIsNotTheBenchmarks() throws Exception {
        record(
                "Planted.*plain",
                "-p",
                "number=1",
                "-bm",
                "ss",
                "-wi",
                "3",
                "-f",
                "1",
                "-prof",
                "gc",
                "-rff",
                "out.json");

        JsonObject row = new MeasuredFile(directory.resolve("out.json")).row("plain");
        double bytes = row.getAsJsonObject("secondaryMetrics")
                .getAsJsonObject("gc.alloc.rate.norm")
                .get("score")
                .getAsDouble();
        assertThat(bytes).as("JMH's own few objects around a single shot").isBetween(0.0, 16_000.0);
    }
}
