package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.callcost.agent.WorkReader;
import dev.callcost.data.CountedWork;
import dev.callcost.data.Row;
import dev.callcost.text.Program.Ended;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line from end to end: exit codes, options that keep JMH's meaning, presets, where results go. */
class RunCommandIT extends PlantedRuns {
    @Test
    void aWrongJvmEndsWith64AndOneLine() throws Exception {
        Ended run = run("-jvm /no/such/java Planted");
        assertThat(run.exitCode()).isEqualTo(64);
        assertThat(run.err()).startsWith("/no/such/java: cannot be started").hasLineCount(1);
        assertThat(run.out()).isEmpty();
        assertThat(directory.resolve("results")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-rff nowhere/out.json", "-o nowhere/out.txt", "-rff tmp"})
    void aFileThatCannotBeWrittenEndsWith65BeforeAnythingRuns(String arguments) throws Exception {
        Ended run = run(SHORT + " " + arguments);
        assertThat(run.exitCode()).isEqualTo(65);
        assertThat(run.err()).contains("cannot write").hasLineCount(1);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void anotherJmhRunMakesItRefuseBeforeAFileIsTouched() throws Exception {
        Files.writeString(log(), "of another run");
        Path lock = Files.createDirectory(directory.resolve("tmp")).resolve("jmh.lock");
        try (RandomAccessFile file = new RandomAccessFile(lock.toFile(), "rw")) {
            file.getChannel().lock();

            Ended run = run(SHORT + " -rff out.json");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).startsWith("another JMH run holds ").hasLineCount(1);
            assertThat(log()).hasContent("of another run");
        }
    }

    /** A folder stands for a file of another user: nobody can open it for writing. */
    @Test
    void aLockOfAnotherUserIsNamedAndJmhsPropertyIgnoresIt() throws Exception {
        Files.createDirectories(directory.resolve("tmp/jmh.lock"));
        Ended refused = run(SHORT + " -rff out.json");
        assertThat(refused.exitCode()).isEqualTo(65);
        assertThat(refused.err())
                .startsWith("JMH's lock cannot be opened (")
                .contains("tmp/jmh.lock", "-Djmh.ignoreLock=true")
                .hasLineCount(1);

        Map<String, String> environment = Map.of("JDK_JAVA_OPTIONS", "-Djmh.ignoreLock=true");
        try (SpawnedMain main =
                SpawnedMain.start(List.of(), environment, planted, directory, (SHORT + " -rff out.json").split(" "))) {
            Ended ignored = main.ended();
            assertThat(ignored.exitCode()).as(ignored.out() + ignored.err()).isZero();
        }
        assertThat(rows()).isNotEmpty();
    }

    @Test
    void withoutRffResultsGoToADatedFolderAndTheOutputToAFile() throws Exception {
        assertThat(passes(SHORT + " -o console.txt").out()).isEmpty();

        assertThat(read("console.txt"))
                .contains("round 1 of 1: 1 fork in ")
                .containsPattern("Results: results/local/\\d{8}-\\d{6}/results\\.json\n$");
        try (Stream<Path> files = Files.walk(directory.resolve("results")).filter(Files::isRegularFile)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("results.json", "environment.json", "log.jsonl", "report.html");
        }
    }

    @Test
    void silentIsSilentAndExtraIsJmhsOwnReport() throws Exception {
        assertThat(passes(SHORT + " -v SILENT -rff out.json").out()).isEmpty();
        assertThat(rows()).hasSize(1);
        assertThat(run(SHORT + " -v EXTRA -rff out.json").out())
                .contains("Forking using command:")
                .contains("# Fork: 1 of 1")
                .contains("round 1/1, row 1/1");
    }

    @Test
    void profilersTextsAndWarningsArePrintedAtTheEnd() throws Exception {
        assertThat(run(SHORT + " -prof stack -wi 0 -i 1 -rff out.json").out())
                .containsSubsequence("round 1 of 1", "PlantedBenchmark.plain number=1, stack:", "Results: ")
                .containsPattern("Warnings:\n  the JIT still compiles: PlantedBenchmark.plain compiled ");
    }

    /** The second fork counts under another chance, and no measured fork has the agent. */
    @Test
    void workIsCountedInForksOfItsOwn() throws Exception {
        assertThat(passes("LocalCallBenchmark.staticCall$ Planted.*plain -p number=1 -f 3 -wi 0 -i 2 -r 20ms -prof work"
                                + " -rff out.json")
                        .out())
                .contains("Two more forks of each row count its work (-prof work); they are not measured.")
                .containsPattern("  (row|rung) .* bytecodes ")
                .doesNotContain("not counted");
        assertThat(rows()).hasSize(2).allSatisfy(row -> {
            assertThat(CountedWork.of(row).orElseThrow().forks()).hasSize(2);
            assertThat(row.settings().get(Row.JVM_ARGUMENTS)).doesNotContain("javaagent");
            assertThat(row.secondary().get(WorkReader.OPERATIONS).forks())
                    .hasSize(3)
                    .last()
                    .asList()
                    .isEmpty();
            assertThat(row.primary().forks())
                    .allSatisfy(fork -> assertThat(fork).hasSize(2));
        });
        JsonObject metrics =
                member("LocalCallBenchmark.staticCall", "secondaryMetrics").getAsJsonObject();
        JsonObject bytecodes = metrics.getAsJsonObject(WorkReader.BYTECODES);
        assertThat(bytecodes.get("score").getAsDouble())
                .as("the mean of the forks that counted")
                .isEqualTo(bytecodes
                        .getAsJsonArray("rawData")
                        .get(0)
                        .getAsJsonArray()
                        .get(0)
                        .getAsDouble());
        Ended same = run("check out.json out.json");
        assertThat(same.out()).endsWith("\nWork is the same in 2 rows, which says nothing about time.\n");
    }

    @Test
    void aCellOfSeveralNamesIsMeasuredOnce() throws Exception {
        assertThat(passes("rmi.Rmi(Pinning)?Benchmark -p pinning=ONE_CPU -f 1 -wi 0 -i 1 -r 10ms -v EXTRA"
                                + " -rff out.json")
                        .out())
                .contains("1 row with the configuration of another row is not measured again")
                .contains("RmiPinningBenchmark.call pinning=ONE_CPU: see RmiBenchmark.call\n")
                .contains(": 1 row, ");
        assertThat(rows()).hasSize(1);
    }
}
