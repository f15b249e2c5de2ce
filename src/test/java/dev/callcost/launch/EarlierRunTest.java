package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.callcost.agent.WorkReader;
import dev.callcost.agent.WorkReader.UncountedNames;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.LogLines;
import dev.callcost.data.ResultsFile;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code --resume} reads in the log that a run has written. */
class EarlierRunTest {
    private static final List<String> WORDS = List.of("-rff", "/some/where/results.json");
    private static final RunSettings SETTINGS = new RunSettings(
            WORDS,
            List.of(new RunArguments.Group(WORDS, false)),
            "2026-11-21T09:30:00Z",
            7,
            Map.of("machine", "a Cray"));

    private final PlannedRow row =
            Entries.row(Entries.entry(Map.of("n", new String[] {"1", "2"})), Map.of("n", "1"), 1);

    private final String failed = outcome("failed", 1, "2026-11-21T09:30:01Z", "2026-11-21T09:30:03.5Z");
    private final String skipped = outcome("skipped", 2, "2026-11-21T09:30:04Z", "2026-11-21T09:30:05Z");

    @TempDir
    Path directory;

    private RunFiles files;

    @BeforeEach
    void begin() throws IOException {
        files = files();
        files.begins();
        append(failed + skipped);
    }

    private String outcome(String type, int round, String start, String end) {
        return """
                {"type":"%s","round":%d,"start":"%s","end":"%s",\
                "row":{"benchmark":"%s","mode":"%s","params":{"n":"1"}},"message":"not here"}
                """.formatted(type, round, start, end, row.name(), row.mode().shortLabel());
    }

    private RunFiles files() {
        Path results = directory.resolve("results.json");
        ForkJvm jvm = ForkJvm.of(row, RunArguments.parse());
        return new RunFiles(results, SETTINGS, false, Map.of(row, jvm));
    }

    private void append(String lines) throws IOException {
        Files.writeString(ResultsFile.beside(files.results(), Log.NAME), lines, StandardOpenOption.APPEND);
    }

    private EarlierRun read() {
        return EarlierRun.read(directory.toString());
    }

    private void isRefused(String message) {
        assertThatThrownBy(this::read)
                .isInstanceOf(CommandException.class)
                .hasMessageMatching(".*" + message)
                .extracting("exitCode")
                .isEqualTo(65);
    }

    @Test
    void hasWhatResumeNeedsUntilTheFirstForkOfANewRunStarts() {
        EarlierRun run = read();
        assertThat(run.results()).isEqualTo(directory.resolve("results.json"));
        assertThat(run.settings()).isEqualTo(SETTINGS);
        assertThat(run.time()).isEqualTo(Duration.ofMillis(2500 + 1000));
        assertThat(run.ended())
                .containsExactly(
                        new EarlierRun.EndedFork(row.key(), 1, ForkOutcome.failed("not here")),
                        new EarlierRun.EndedFork(row.key(), 2, new ForkOutcome.Skipped("not here")));

        RunFiles next = files();
        next.end(true);
        assertThat(read().forks()).isEqualTo(2);
        next.begins();
        assertThat(read().forks()).isZero();
    }

    @Test
    void keepsTheForksAndSettingsWithoutDirectoriesAtTheEnd() throws IOException {
        files.end(true);
        assertThat(Files.readAllLines(ResultsFile.beside(files.results(), Log.NAME)))
                .hasSize(3)
                .endsWith(failed.strip(), skipped.strip());
        EarlierRun run = read();
        assertThat(run.settings().commandLine()).containsExactly("-rff", "results.json");
        assertThatThrownBy(run::checkOpen).hasMessageMatching(".*log.jsonl: the run came to its end at \\S+Z");
    }

    /** A resumed run names them too. */
    @Test
    void hasTheNamesThatAForkDidNotCount() {
        ForkOutcome.Measured counts = measured();
        ForkJson.add(counts.jmh(), ForkJson.TEXTS, UncountedNames.LABEL, new JsonPrimitive("a.B.huge\na.Large"));
        ForkJson.add(counts.jmh(), ForkJson.TEXTS, "stack", new JsonPrimitive("samples"));
        files.ended(row, 3, measured().withMetrics(WorkReader.PREFIX, counts));
        EarlierRun.EndedFork kept = read().ended().get(2);
        RunFiles next = files();
        next.note(row, kept.round(), kept.outcome());
        assertThat(next.uncounted()).containsExactly("a.B.huge", "a.Large");
        assertThat(next.texts()).isEmpty();
    }

    private ForkOutcome.Measured measured() {
        JsonObject line = Fork.line(
                LogLines.jmh(row.key(), "us/op", List.of(5)),
                Map.of(),
                OptionalLong.empty(),
                Optional.empty(),
                List.of("{\"warmup\":false,\"score\":5}"));
        return new ForkOutcome.Measured(Fork.of(line), line);
    }

    @Test
    void thereMustBeALog() throws IOException {
        Files.delete(ResultsFile.beside(files.results(), Log.NAME));
        isRefused("log.jsonl: no such file");
    }

    @Test
    void refusesAFirstLineWithoutSettings() throws IOException {
        Files.writeString(
                ResultsFile.beside(files.results(), Log.NAME), "{\"type\":\"run\",\"command\":\"run\",\"seed\":7}\n");
        isRefused("is not a log of run, line 1 lacks a part, or has one of the wrong kind");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"failed\",\"row\":{\"benchmark\":\"b\",\"mode\":\"avgt\",\"params\":{}},"
                        + "\"round\":\"one\",\"message\":\"m\"}",
                "{\"type\":\"skipped\",\"row\":{\"benchmark\":\"b\",\"mode\":[],\"params\":7},\"round\":1,"
                        + "\"message\":{}}",
                "{\"type\":\"unheardof\"}"
            })
    void refusesAnIncompleteFork(String line) throws IOException {
        append(line + "\n");
        isRefused("line 4 lacks a part, or has one of the wrong kind");
    }
}
