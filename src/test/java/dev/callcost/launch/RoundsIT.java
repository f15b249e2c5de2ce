package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.data.Fork.Iteration;
import dev.callcost.data.ResultsFile;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The run loop with real forks: what is written and printed, and what is left when it ends early. */
class RoundsIT extends PlantedRuns {
    private static final String POSITIVE = "score operations nanos startMillis readNanos";
    private static final String NOT_NEGATIVE =
            "cpuNanos systemNanos stealNanos runDelayNanos contextSwitches loopbackBytes"
                    + " loopbackPackets collections collectionMillis compilationMillis classes";

    @Test
    void everyRoundGivesEveryRowOneFork() throws Exception {
        Ended run = passes("Planted.*plain -f 2 -prof gc -rff out.json");
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .doesNotContain("[fork]")
                .containsPattern(
                        "^callcost \\S+: 2 rows, JDK \\S+, .* with \\d+ CPUs?\\. .*2 rounds, about .*; Ctrl-C keeps .*")
                .containsSubsequence("\nround 1 of 2: 2 forks in ", " left\n", "\nround 2 of 2: 2 forks in ");
        assertThat(rows()).hasSize(2);
        assertThat(allForks()).isEqualTo(4);
        for (String file : List.of("out.json", "out.environment.json", "out.log.jsonl")) {
            assertThat(read(file)).doesNotContain(directory.toString()).doesNotContain(System.getProperty("java.home"));
        }
        try (Stream<Path> left = Files.list(directory.resolve("tmp"))) {
            assertThat(left.map(file -> file.getFileName().toString())).containsExactly("jmh.lock");
        }
        assertThat(member("plain", "jvm").getAsString()).matches("java(\\.exe)?");
        assertThat(strings(member("plain", "jvmArgs")))
                .contains("-Djava.io.tmpdir=tmp", "-Xmx32m", "-XX:+UseSerialGC")
                .noneMatch(argument -> argument.contains("callcost.record"));
        assertEnvironment();
        assertLog();
    }

    private void assertEnvironment() throws IOException {
        JsonObject environment = environment();
        JsonObject device = environment.getAsJsonObject("device");
        JsonObject versions = environment.getAsJsonObject("versions");
        assertThat(strings(environment.get("commandLine"))).startsWith("Planted.*plain", "-f");
        assertThat(environment.get("end")).isNotNull();
        assertThat(environment.get("rounds").getAsInt()).isEqualTo(2);
        assertThat(device.getAsJsonObject("settings").keySet()).contains("governor", "smt", "transparentHugePages");
        assertThat(versions.get("jmh").getAsString()).isEqualTo("1.37");
        assertThat(versions.asMap().values())
                .allSatisfy(version -> assertThat(version.getAsString()).matches("\\d+\\.\\S+"));
    }

    private void assertLog() throws IOException {
        assertThat(lines())
                .extracting(PlantedRuns::type)
                .as("the run ended, and nothing is left that is for resuming it")
                .containsExactly("run", "fork", "fork", "fork", "fork");
        JsonObject run = lines().get(0);
        assertThat(run.get("seed").getAsLong()).isNotNegative();
        assertThat(run.getAsJsonArray("rows")).hasSize(2);
        assertThat(run.keySet()).contains("end");
        assertThat(forks()).allSatisfy(fork -> {
            assertThat(Fork.of(fork).unit()).isEqualTo("ns/op");
            assertThat(Fork.of(fork).facts()).containsEntry("cpu", "1");
            assertThat(Fork.of(fork).seconds()).isPositive();
        });
        assertThat(forks()).extracting(PlantedRuns::round).containsExactly(1, 1, 2, 2);
        assertThat(forks()).extracting(fork -> fork.get("pid").getAsLong()).doesNotHaveDuplicates();
        assertThat(ResultsFile.read(log()).rows()).hasSize(2).isEqualTo(rows());
    }

    @Test
    void everyIterationIsLoggedWithTheWarmup() throws Exception {
        run(SHORT + " -wi 3 -w 50ms -i 2 -r 50ms -rff out.json");
        JsonObject line = forks().get(0);
        JsonObject columns = line.getAsJsonObject("iterations");
        for (String counter : (POSITIVE + " " + NOT_NEGATIVE).split(" ")) {
            boolean mayBeZero = !List.of(POSITIVE.split(" ")).contains(counter);
            assertThat(columns.getAsJsonArray(counter))
                    .hasSize(5)
                    .as(counter)
                    .allMatch(it -> it.getAsDouble() > 0 || mayBeZero && it.getAsDouble() == 0);
        }
        assertThat(columns.getAsJsonArray("cpuNanos"))
                .as("in steps of 10 ms, which an iteration on a loaded machine may not reach")
                .anyMatch(it -> it.getAsDouble() > 0);
        Fork fork = Fork.of(line);
        assertThat(fork.warmUp()).as("its length was fixed").isNull();
        assertThat(fork.iterations()).extracting(Iteration::warmup).containsExactly(true, true, true, false, false);
        assertThat(rows()).containsExactly(fork.row());
        assertThat(rows().get(0).primary().forks()).isEqualTo(List.of(measured(line)));
        assertThat(rows().get(0).secondary()).isEmpty();
    }

    @Test
    void theRecordersAllocationIsNotTheBenchmarks() throws Exception {
        run(SHORT + " -bm ss -wi 3 -prof gc -rff out.json");
        assertThat(rows().get(0).secondary().get("gc.alloc.rate.norm").forks().get(0))
                .as("JMH's own few objects around a single shot")
                .isNotEmpty()
                .allMatch(bytes -> bytes >= 0 && bytes <= 16_000);
    }

    @Test
    void aFailingForkCostsItsRowOneFork() throws Exception {
        Ended run = run("Planted.*(failsAfterFirst|plain) -p number=1 -f 2 -rff out.json " + attempts());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(forks("failsAfterFirst")).isEqualTo(1);
        assertThat(forks("plain")).isEqualTo(2);
        assertThat(run.out())
                .containsPattern("round 2/2, row ./2  PlantedBenchmark\\.failsAfterFirst: FAILED, "
                        + "java\\.lang\\.IllegalStateException: planted failure\n    at dev\\.callcost\\.benchmark")
                .contains("FAILED:\n  PlantedBenchmark.failsAfterFirst, round 2: ");
        assertThat(lines())
                .filteredOn(line -> type(line).equals("failed"))
                .singleElement()
                .extracting(line -> line.get("message").getAsString())
                .isEqualTo("java.lang.IllegalStateException: planted failure");
    }

    @Test
    void aJvmThatRefusesItsArgumentsIsQuoted() throws Exception {
        Ended run = run("Planted.*printing -f 1 -rff out.json -jvmArgsAppend -XX:+NoSuchFlag");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("FAILED, exit code 1, Unrecognized VM option 'NoSuchFlag'");
    }

    @Test
    void aSkippedCellIsNamedOnceAndIsNoFailure() throws Exception {
        Ended run = run("Planted.*skipping -f 3 -rff out.json " + attempts());
        String reason = "no planted transport on this kernel";
        assertThat(run.exitCode()).as("nothing was measured").isEqualTo(3);
        assertThat(read("attempts")).hasLineCount(1);
        assertThat(run.out())
                .contains("Skipped:\n  PlantedBenchmark.skipping: " + reason)
                .doesNotContain("FAILED");
        assertThat(lines()).extracting(PlantedRuns::type).containsExactly("run", "skipped");
        assertThat(lines().get(1).get("message").getAsString()).isEqualTo(reason);
        assertThat(directory.resolve("out.json")).doesNotExist();
    }

    @Test
    void whatAForkPrintsIsShown() throws Exception {
        assertThat(passes("Planted.*printing -f 1 -rff out.json").out())
                .contains(
                        "[fork] planted on System.err\n",
                        "[fork] planted on System.out\n",
                        "[fork] planted on the process's stderr\n");
    }

    @Test
    void aHostThatIsToldToEndTakesItsForkAlong() throws Exception {
        Path results = Files.writeString(directory.resolve("out.json"), "the file of another run");
        try (SpawnedMain main = start("Planted.*printing -f 2 -r 600s -rff out.json")) {
            main.awaitLine("[fork] planted");
            List<ProcessHandle> forks = main.forks();
            assertThat(forks).isNotEmpty();
            main.terminate();
            Ended run = main.ended();
            SpawnedMain.assertEnd(forks);
            assertThat(run.exitCode()).isNotZero();
            assertThat(run.out()).doesNotContain("FAILED");
        }
        assertThat(results).hasContent("the file of another run");
    }

    @Test
    void ctrlCEndsTheForksAndPrintsWhatIsThereAndHowToResume() throws Exception {
        try (SpawnedMain main = start("Planted.*slowAfterFirst -f 3 -rff out.json " + attempts())) {
            main.awaitLine("[fork] planted: slow");
            List<ProcessHandle> forks = main.forks();
            assertThat(forks).isNotEmpty();
            assumeFalse(main.ignoresInterrupt(), "the tests run where Ctrl-C is ignored");
            main.interrupt();
            Ended run = main.ended();
            SpawnedMain.assertEnd(forks);
            assertThat(run.exitCode()).isEqualTo(128 + 2);
            assertThat(run.err()).isEmpty();
            assertThat(run.out())
                    .containsSubsequence(
                            "\nWhat was measured",
                            "slowAfterFirst",
                            "Stopped. To resume: java -jar benchmarks.jar --resume out.json\n",
                            "Page: ",
                            "Results: out.json\n")
                    .doesNotContain("FAILED", "Exception", "\tat ");
        }
        assertThat(allForks()).isEqualTo(1);
    }

    @Test
    void theRungsComeFirstAndATableFollowsARound() throws Exception {
        Ended run = passes("(Inline|Local)Call.*\\.(latency|staticCall|methodHandleField|methodHandleConstant)$"
                + " -f 2 -wi 0 -i 2 -r 10ms -rff out.json");
        String round = "(latency|staticCall){2}(methodHandleField|methodHandleConstant){2}";
        assertThat(forks())
                .extracting(fork -> Fork.of(fork).key().benchmark().replaceFirst(".*\\.", ""))
                .satisfies(names -> assertThat(String.join("", names)).matches(round + round));
        assertThat(run.out())
                .doesNotContain("First table")
                .containsSubsequence("round 1 of 2: ", "What a call costs", "round 2 of 2: ", "What a call costs");
    }
}
