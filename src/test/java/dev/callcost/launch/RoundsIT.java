package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The run loop with real forks: what is kept, what is told, and what is left when it ends early. */
class RoundsIT {
    @TempDir
    static Path planted;

    @TempDir
    Path directory;

    private Path results;

    @BeforeAll
    static void compile() throws IOException {
        SpawnedMain.compilePlanted(planted);
    }

    @BeforeEach
    void name() {
        results = directory.resolve("out.json");
    }

    private SpawnedMain start(String... arguments) throws IOException {
        return SpawnedMain.start(planted, directory, arguments);
    }

    private Ended run(String... arguments) throws Exception {
        try (SpawnedMain main = start(arguments)) {
            return main.ended();
        }
    }

    private JsonObject environment(String name) throws IOException {
        return JsonParser.parseString(Files.readString(directory.resolve(name))).getAsJsonObject();
    }

    @Test
    void everyRoundGivesEveryRowOneFork() throws Exception {
        Ended run = run("Planted.*plain", "-f", "3", "-rff", "out.json");

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.err()).isEmpty();
        MeasuredFile file = new MeasuredFile(results);
        assertThat(file.rows()).isEqualTo(2);
        assertThat(file.forks()).isEqualTo(6);
        for (int round = 1; round <= 3; round++) {
            assertThat(run.out())
                    .containsPattern("round " + round + "/3, row \\d/2  local\\.PlantedBenchmark\\.plain number=1: ")
                    .containsPattern("round " + round + "/3, row \\d/2  local\\.PlantedBenchmark\\.plain number=2: ");
        }
        assertThat(run.out()).doesNotContain("[fork]");
    }

    @Test
    void theFileNamesNoDirectoryAndNoRecord() throws Exception {
        run("Planted.*plain", "-p", "number=1", "-f", "1", "-rff", "out.json");

        JsonObject row = new MeasuredFile(results).row("plain", "number=1");
        assertThat(row.get("jvm").getAsString()).matches("java(\\.exe)?");
        assertThat(MeasuredFile.strings(row.get("jvmArgs")))
                .contains("-Djava.io.tmpdir=tmp", "-Xmx32m", "-XX:+UseSerialGC")
                .noneMatch(argument -> argument.contains("callcost.record"));
        assertThat(Files.readString(results) + Files.readString(directory.resolve("out.environment.json")))
                .doesNotContain(directory.toString())
                .doesNotContain(System.getProperty("java.home"));
        try (Stream<Path> left = Files.list(directory.resolve("tmp"))) {
            assertThat(left.map(file -> file.getFileName().toString())).containsExactly("jmh.lock");
        }
    }

    @Test
    void theEnvironmentTellsWhatTheCellsRecorded() throws Exception {
        run("Planted.*plain", "-p", "number=2", "-f", "2", "-rff", "out.json");

        JsonObject environment = environment("out.environment.json");
        JsonObject row = environment.getAsJsonArray("rows").get(0).getAsJsonObject();
        assertThat(MeasuredFile.strings(row.getAsJsonObject("facts").get("cpu")))
                .containsExactly("1");
        assertThat(MeasuredFile.strings(row.getAsJsonObject("facts").get("channel")))
                .containsExactly("planted");
        assertThat(MeasuredFile.strings(environment.get("commandLine"))).startsWith("Planted.*plain", "-p");
        assertThat(environment.get("end")).isNotNull();
        assertThat(environment.get("rounds").getAsInt()).isEqualTo(2);
        assertThat(environment.getAsJsonObject("versions").get("jmh").getAsString())
                .isEqualTo("1.37");
        assertThat(environment.getAsJsonObject("versions").entrySet())
                .allSatisfy(
                        version -> assertThat(version.getValue().getAsString()).matches("\\d+\\.\\S+"));
    }

    @Test
    void aFailingForkCostsItsRowOneFork() throws Exception {
        Ended run = run(
                "Planted.*(failsAfterFirst|plain)",
                "-p",
                "number=1",
                "-f",
                "2",
                "-rff",
                "out.json",
                "-jvmArgsAppend",
                "-Dplanted.attempts=" + directory.resolve("attempts"));

        assertThat(run.exitCode()).isEqualTo(1);
        MeasuredFile file = new MeasuredFile(results);
        assertThat(file.row("failsAfterFirst").get("forks").getAsInt()).isEqualTo(1);
        assertThat(file.row("plain").get("forks").getAsInt()).isEqualTo(2);
        assertThat(run.out())
                .containsPattern("round 2/2, row ./2  local\\.PlantedBenchmark\\.failsAfterFirst: FAILED, "
                        + "java\\.lang\\.IllegalStateException: planted failure\n    at dev\\.callcost\\.benchmark")
                .contains("FAILED:\n  local.PlantedBenchmark.failsAfterFirst, round 2: ");
        assertThat(environment("out.environment.json").toString()).contains("planted failure");
    }

    @Test
    void failOnErrorEndsTheRun() throws Exception {
        Files.writeString(directory.resolve("attempts"), "before\n");

        Ended run = run(
                "Planted.*failsAfterFirst",
                "-f",
                "5",
                "-foe",
                "true",
                "-jvmArgsAppend",
                "-Dplanted.attempts=" + directory.resolve("attempts"));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(Files.readAllLines(directory.resolve("attempts"))).hasSize(2);
        assertThat(run.out()).contains("No results.");
    }

    @Test
    void aJvmThatRefusesItsArgumentsIsQuoted() throws Exception {
        Ended run = run("Planted.*printing", "-f", "1", "-rff", "out.json", "-jvmArgsAppend", "-XX:+NoSuchFlag");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("FAILED, exit code 1, Unrecognized VM option 'NoSuchFlag'");
    }

    @Test
    void aSkippedCellIsNamedOnceAndIsNoFailure() throws Exception {
        Ended run = run(
                "Planted.*skipping",
                "-f",
                "3",
                "-rff",
                "out.json",
                "-jvmArgsAppend",
                "-Dplanted.attempts=" + directory.resolve("attempts"));

        assertThat(run.exitCode()).isZero();
        assertThat(Files.readAllLines(directory.resolve("attempts"))).hasSize(1);
        assertThat(run.out())
                .contains("local.PlantedBenchmark.skipping: skipped, no planted transport on this kernel")
                .contains("Skipped:\n  local.PlantedBenchmark.skipping: no planted transport on this kernel")
                .doesNotContain("FAILED");
        assertThat(environment("out.environment.json").toString()).contains("no planted transport on this kernel");
        assertThat(results).doesNotExist();
    }

    @Test
    void whatAForkPrintsIsShownAndCounted() throws Exception {
        Ended run = run("Planted.*printing", "-f", "1", "-rff", "out.json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("[fork] planted on System.err\n")
                .contains("[fork] planted on System.out\n")
                .contains("[fork] planted on the process's stderr\n")
                .contains("The forks printed 3 lines of their own");
        assertThat(environment("out.environment.json")
                        .get("linesPrintedByForks")
                        .getAsInt())
                .isEqualTo(3);
    }

    @Test
    void aKilledHostLeavesTheForksThatEnded() throws Exception {
        int forks;
        try (SpawnedMain main = start("Planted.*plain", "-f", "500", "-rff", "out.json")) {
            main.awaitLine("round 2/500, row 1/2");
            List<ProcessHandle> running = main.forks();
            main.kill();
            String said = main.ended().out();
            running.forEach(ProcessHandle::destroyForcibly);
            forks = (int) said.lines().filter(line -> line.startsWith("round ")).count();
        }

        // the file is written before its line is
        assertThat(new MeasuredFile(results).forks()).isBetween(forks, forks + 1);
        assertThat(forks).isGreaterThanOrEqualTo(3);
        assertThat(environment("out.environment.json").has("end")).isFalse();
    }

    @Test
    void anInterruptedHostTakesItsForkAlong() throws Exception {
        Files.writeString(results, "the file of another run");
        List<ProcessHandle> forks;
        Ended run;
        try (SpawnedMain main = start("Planted.*printing", "-f", "2", "-r", "600s", "-rff", "out.json")) {
            main.awaitLine("[fork] planted");
            forks = main.forks();
            assertThat(forks).isNotEmpty();
            main.terminate();
            run = main.ended();
            for (ProcessHandle fork : forks) {
                fork.onExit().get(30, TimeUnit.SECONDS);
            }
        }

        assertThat(run.exitCode()).isNotZero();
        assertThat(run.out()).doesNotContain("FAILED");
        assertThat(results).hasContent("the file of another run");
    }

    @Test
    void forksOnAnotherJdkGetWhatThatJdkNeeds() throws Exception {
        Optional<Path> other = OtherJdk.find();
        assumeTrue(other.isPresent(), "no JDK 25 beside this one");

        Ended run = run(
                "Planted.*plain",
                "-p",
                "number=1",
                "-f",
                "1",
                "-rff",
                "out.json",
                "-jvm",
                other.get().toString());

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).doesNotContain("[fork]");
        JsonObject row = new MeasuredFile(results).row("plain");
        assertThat(row.get("jdkVersion").getAsString()).startsWith("25");
        assertThat(MeasuredFile.strings(row.get("jvmArgs"))).contains("--sun-misc-unsafe-memory-access=allow");
    }
}
