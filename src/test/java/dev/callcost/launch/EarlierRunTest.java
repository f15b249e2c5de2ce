package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
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

    private final String skipped = """
            {"type":"skipped","round":1,"start":"2026-11-21T09:30:01Z","end":"2026-11-21T09:30:03.5Z",\
            "row":{"benchmark":"%s","mode":"%s","params":{"n":"1"}},"message":"not here"}
            """.formatted(row.name(), row.mode().shortLabel());

    @TempDir
    Path directory;

    private RunFiles files;

    @BeforeEach
    void begin() throws IOException {
        files = files();
        files.starts("fork 1");
        append(skipped);
    }

    private RunFiles files() {
        Path results = directory.resolve("results.json");
        ForkJvm jvm = ForkJvm.of(row, RunArguments.parse());
        return new RunFiles(results, SETTINGS, false, Map.of(row, jvm));
    }

    private void append(String lines) throws IOException {
        Files.writeString(files.log(), lines, StandardOpenOption.APPEND);
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
        assertThat(run.time()).isEqualTo(Duration.ofMillis(2500));
        assertThat(run.outcomes(row)).isEqualTo(Map.of(1, new ForkOutcome.Skipped("not here")));

        RunFiles next = files();
        next.end(true);
        assertThat(read().forks()).isOne();
        next.starts("fork 9");
        assertThat(read().forks()).isZero();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void theForkThatAKilledRunLeftIsWaitedFor() throws Exception {
        List<Long> waiting = new ArrayList<>();
        read().awaitLastFork(waiting::add);
        assertThat(waiting).as("no process has that name").isEmpty();
        String name = "-Dcallcost.record=an-orphan-of-this-test";
        files.starts(name);
        Process orphan = new ProcessBuilder("sh", "-c", "read line", name).start();
        try {
            read().awaitLastFork(pid -> {
                waiting.add(pid);
                orphan.toHandle().destroy();
            });
            assertThat(waiting).containsExactly(orphan.pid());
            assertThat(orphan.isAlive()).isFalse();
        } finally {
            orphan.destroyForcibly();
        }
    }

    @Test
    void keepsTheForksAndSettingsWithoutDirectoriesAtTheEnd() throws IOException {
        files.end(true);
        List<String> lines = Files.readAllLines(files.log());
        assertThat(lines).hasSize(2).element(1).isEqualTo(skipped.strip());
        assertThat(lines.get(0)).contains("\"seed\":7", "\"end\":").doesNotContain("\"arguments\"");
        isRefused(
                "log.jsonl: the run came to its end at \\S+Z and did not keep its command line, which named a directory");
    }

    @Test
    void thereMustBeALog() throws IOException {
        Files.delete(files.log());
        isRefused("log.jsonl: no such file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"seed\":7", "\"settings\":[]"})
    void refusesAFirstLineWithoutSettings(String member) throws IOException {
        Files.writeString(files.log(), "{\"type\":\"run\",\"command\":\"run\"," + member + "}\n");
        isRefused("is not a log of run, line 1 lacks a part, or has one of the wrong kind");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"failed\",\"row\":{\"benchmark\":\"b\",\"mode\":\"avgt\",\"params\":{}},\"round\":\"one\",\"message\":\"m\"}",
                "{\"type\":\"skipped\",\"row\":{\"benchmark\":\"b\",\"mode\":[],\"params\":7},\"round\":1,\"message\":{}}",
                "{\"type\":\"unheardof\"}"
            })
    void refusesAnIncompleteFork(String line) throws IOException {
        append(line + "\n");
        isRefused("line 4 lacks a part, or has one of the wrong kind");
    }
}
