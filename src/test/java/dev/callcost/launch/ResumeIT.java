package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run that was killed goes on with what it lacks. */
class ResumeIT {
    private static final String[] RUN = {"Planted.*plain", "-f", "3", "-rff", "out.json"};

    @TempDir
    static Path planted;

    @TempDir
    Path directory;

    private Path results;
    private Path log;

    @BeforeAll
    static void compile() throws IOException {
        SpawnedMain.compilePlanted(planted);
    }

    @BeforeEach
    void name() {
        results = directory.resolve("out.json");
        log = directory.resolve("out.log.jsonl");
    }

    private Ended run(String... arguments) throws Exception {
        try (SpawnedMain main = SpawnedMain.start(planted, directory, arguments)) {
            return main.ended();
        }
    }

    private void killAfter(String line, String... arguments) throws Exception {
        try (SpawnedMain main = SpawnedMain.start(planted, directory, arguments)) {
            main.awaitLine(line);
            main.kill();
            main.ended();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Results: ", "round 1/3, row 1/2", "round 3/3, row 1/2"})
    void hasTheForksOfAnUnbrokenRun(String killedAfter) throws Exception {
        killAfter(killedAfter, RUN);
        if (!Files.exists(log)) {
            assertThat(killedAfter)
                    .as("without a fork there is nothing to resume")
                    .isEqualTo("Results: ");
            return;
        }

        Ended resumed = run("--resume", "out.json");

        assertThat(resumed.exitCode()).as(resumed.out() + resumed.err()).isZero();
        assertThat(resumed.out()).contains("Resumed: ");
        assertWhole();
    }

    /** Two rows of three forks, in the order that the seed gives, each once, and in all files the same. */
    private void assertWhole() throws IOException {
        MeasuredFile file = new MeasuredFile(results);
        assertThat(file.rows()).isEqualTo(2);
        assertThat(file.forks()).isEqualTo(6);
        LoggedRun record = LoggedRun.read(log);
        assertThat(record.forks())
                .extracting(fork ->
                        fork.get("round").getAsInt() + "/" + fork.get("place").getAsInt())
                .containsExactly("1/1", "1/2", "2/1", "2/2", "3/1", "3/2");
        assertThat(record.forks()).extracting(ResumeIT::number).containsExactlyElementsOf(order(record.run()));
        for (String number : List.of("1", "2")) {
            assertThat(MeasuredFile.scores(file.row("plain", "number=" + number)))
                    .containsExactlyElementsOf(record.forks().stream()
                            .filter(fork -> number(fork).equals(number))
                            .map(LoggedRun::measured)
                            .toList());
        }
    }

    private static String number(JsonObject fork) {
        return fork.getAsJsonObject("jmh")
                .getAsJsonObject("params")
                .get("number")
                .getAsString();
    }

    private static List<String> order(JsonObject run) {
        Random random = new Random(run.get("seed").getAsLong());
        List<String> order = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            List<String> rows = new ArrayList<>(List.of("1", "2"));
            Collections.shuffle(rows, random);
            order.addAll(rows);
        }
        return order;
    }

    @Test
    void aRunThatWasToldToEndGoesOnToo() throws Exception {
        try (SpawnedMain main = SpawnedMain.start(planted, directory, RUN)) {
            main.awaitLine("round 2/3, row 1/2");
            main.terminate();
            main.ended();
        }

        assertThat(run("--resume", "out.json").exitCode()).isZero();
        assertWhole();
    }

    @Test
    void aLineThatWasCutOffIsAForkThatIsRepeated() throws Exception {
        killAfter("round 3/3, row 1/2", RUN);
        List<String> lines = Files.readAllLines(log);
        String last = lines.get(lines.size() - 1);
        Files.writeString(
                log,
                String.join("\n", lines.subList(0, lines.size() - 1)) + "\n" + last.substring(0, last.length() / 2));

        assertThat(run("--resume", "out.json").exitCode()).isZero();
        assertWhole();
    }

    @Test
    void isKilledTwice() throws Exception {
        killAfter("round 1/3, row 2/2", RUN);
        killAfter("round 3/3, row 1/2", "--resume", "out.json");

        assertThat(run("--resume", ".").err()).startsWith("cannot resume ./results.json: ");
        assertThat(run("--resume", "out.json").exitCode()).isZero();
        assertWhole();
    }

    @Test
    void theSameArgumentsMayBeRepeatedAndOthersAreRefused() throws Exception {
        killAfter("round 2/3, row 1/2", RUN);
        byte[] before = Files.readAllBytes(log);

        Ended other = run("Planted.*plain", "-f", "5", "-rff", "out.json", "--resume", "out.json");
        assertThat(other.exitCode()).isEqualTo(64);
        assertThat(other.err())
                .isEqualTo("--resume: the run was started with other arguments: Planted.*plain -f 3 -rff out.json"
                        + " (none need be given; -f, --precision and --budget alone replace the run's)\n");
        assertThat(log).hasBinaryContent(before);

        List<String> same = new ArrayList<>(List.of(RUN));
        same.addAll(List.of("--resume", "out.json"));
        assertThat(run(same.toArray(String[]::new)).exitCode()).isZero();
        assertWhole();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void moreForksThanTheRunWasStartedFor(boolean killed) throws Exception {
        if (killed) {
            killAfter("round 2/2, row 1/2", "Planted.*plain", "-f", "2", "-rff", "out.json");
        } else {
            run("Planted.*plain", "-f", "2", "-rff", "out.json");
            assertThat(run("--resume", "out.json").err()).contains("the run came to its end at ");
        }

        Ended fewer = run("--resume", "out.json", "-f", "1");
        Ended more = run("--resume", "out.json", "-f3");

        assertThat(fewer.exitCode()).isEqualTo(64);
        assertThat(fewer.err())
                .matches("cannot resume out\\.json: it has round 2 of local\\.PlantedBenchmark\\.plain number=[12],"
                        + " more than the 1 asked for\n");
        assertThat(more.exitCode()).as(more.out() + more.err()).isZero();
        assertThat(more.out()).contains("2 rows, 3 rounds, ", killed ? "Resumed: 3 forks" : "Resumed: 4 forks");
        assertWhole();
        assertThat(LoggedRun.read(log).run().getAsJsonArray("commandLine"))
                .extracting(JsonElement::getAsString)
                .containsExactly("Planted.*plain", "-f", "2", "-rff", "out.json", "-f3");
    }

    @Test
    void aLargerBudgetGoesOnWhereTheSmallerOneEnded() throws Exception {
        String[] brief = {"Planted.*plain", "-f", "3", "--budget", "300ms", "-rff", "out.json"};
        assertThat(run(brief).out()).contains("The time budget ended");
        assertThat(LoggedRun.read(log).forks()).hasSizeBetween(1, 5);

        assertThat(run("--resume", "out.json", "--budget", "10min").exitCode()).isZero();
        assertWhole();
    }

    @Test
    void aNewPrecisionIsThatOfAllForks() throws Exception {
        String[] wide = {"Planted.*sleeping", "-f", "8", "--precision", "95%", "-rff", "out.json"};
        assertThat(run(wide).out()).contains("done after 5 forks");

        Ended narrow = run("--resume", "out.json", "--precision", "0.0001%");

        assertThat(narrow.exitCode()).as(narrow.err()).isZero();
        assertThat(narrow.out()).contains("Not known to ").doesNotContain("done after");
        assertThat(LoggedRun.read(log).forks())
                .extracting(fork -> fork.get("round").getAsInt())
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(new MeasuredFile(results).forks()).isEqualTo(8);

        run("--resume", "out.json", "--precision", "95%");
        assertThat(new MeasuredFile(results).forks())
                .as("nothing that was measured goes")
                .isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            -f 0                   | the selection of rows was local.PlantedBenchmark.plain number=1, local.PlantedBenchmark.plain number=2, \
            and is local.PlantedBenchmark.plain number=1 in the host's JVM, local.PlantedBenchmark.plain number=2 in the host's JVM now
            -f 5 -wi 3             | --resume: the run was started with other arguments: Planted.*plain -f 3 -rff out.json
            --budget 1h -p number=1 | --resume: the run was started with other arguments: Planted.*plain -f 3 -rff out.json
            --budget soon          | 'soon' is no duration
            """)
    void whatWouldMeasureSomethingElseIsRefused(String words, String message) throws Exception {
        killAfter("round 1/3, row 2/2", RUN);
        byte[] before = Files.readAllBytes(log);

        Ended refused = run(("--resume out.json " + words).split(" "));

        assertThat(refused.exitCode()).isEqualTo(64);
        assertThat(refused.err()).contains(message).hasLineCount(1);
        assertThat(log).hasBinaryContent(before);
    }

    @Test
    void anotherMachineIsRefused() throws Exception {
        killAfter("round 2/3, row 1/2", RUN);
        Files.writeString(log, Files.readString(log).replaceFirst("\"machine\":\"[^\"]*\"", "\"machine\":\"a Cray\""));

        Ended elsewhere = run("--resume", "out.json");

        assertThat(elsewhere.exitCode()).isEqualTo(64);
        assertThat(elsewhere.err()).matches("cannot resume out\\.json: the machine was a Cray, and is .* now\n");
    }

    @Test
    void thereMustBeSomethingToResume() throws Exception {
        run("Planted.*plain", "-p", "number=1", "-f", "1", "-rff", "out.json");

        Ended ended = run("--resume", "out.json");
        assertThat(ended.exitCode()).isEqualTo(65);
        assertThat(ended.err())
                .matches("cannot resume out\\.json: out\\.log\\.jsonl: the run came to its end at \\S+Z\n");

        Files.delete(log);
        Ended missing = run("--resume", "out.json");
        assertThat(missing.exitCode()).isEqualTo(65);
        assertThat(missing.err()).isEqualTo("cannot resume out.json: out.log.jsonl: no such file\n");

        assertThat(run("--resume").err()).startsWith("Missing required parameter for option '--resume'");
    }

    @Test
    void aFailureIsKept() throws Exception {
        String[] failing = {
            "Planted.*(plain|failsAfterFirst)",
            "-p",
            "number=1",
            "-f",
            "3",
            "-jvmArgs",
            "-Dplanted.attempts=" + directory.resolve("attempts"),
            "-rff",
            "out.json"
        };
        killAfter("round 2/3, row 1/2", failing);

        Ended resumed = run("--resume", "out.json");

        assertThat(resumed.exitCode()).isEqualTo(1);
        assertThat(LoggedRun.read(log).ended())
                .extracting(fork -> fork.get("type").getAsString())
                .hasSize(6)
                .satisfies(outcomes ->
                        assertThat(Collections.frequency(outcomes, "failed")).isEqualTo(2));
    }
}
