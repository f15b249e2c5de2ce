package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunLogTest {
    private static final RunSettings SETTINGS = settings("-rff", "/some/where/results.json");
    private static final String END = "2026-11-21T10:00:00Z";

    private final PlannedRow row =
            Entries.row(Entries.entry(Map.of("n", new String[] {"1", "2"})), Map.of("n", "1"), 1);

    @TempDir
    Path directory;

    private RunLog log;

    @BeforeEach
    void begin() {
        log = new RunLog(directory.resolve("results.json"), SETTINGS);
        log.starts("fork 1", environment());
        log.add(skipped(1));
    }

    private static RunSettings settings(String... words) {
        return new RunSettings(
                List.of(words),
                List.of(new Arguments.Group(List.of(words), false)),
                "2026-11-21T09:30:00Z",
                7,
                Map.of("machine", "a Cray"));
    }

    private static JsonObject environment(String... end) {
        JsonObject json = new JsonObject();
        json.addProperty("seed", 7);
        for (String time : end) {
            json.addProperty("end", time);
        }
        return json;
    }

    private String skipped(int round) {
        return """
                {"type":"skipped","round":%d,"start":"2026-11-21T09:30:01Z","end":"2026-11-21T09:30:03.5Z",\
                "row":{"benchmark":"%s","mode":"%s","params":{"n":"1"}},"message":"not here"}
                """.formatted(round, row.name(), row.mode().shortLabel());
    }

    private RunLog reopened() {
        return RunLog.reopen(directory.toString());
    }

    @Test
    void hasWhatResumeNeeds() {
        log.starts("fork 2", environment());

        RunLog again = reopened();

        assertThat(again.isResumed()).isTrue();
        assertThat(again.results()).isEqualTo(directory.resolve("results.json"));
        assertThat(again.settings()).isEqualTo(SETTINGS);
        assertThat(again.lastFork()).contains("fork 2");
        assertThat(again.keptForks()).isOne();
        assertThat(again.keptTime()).isEqualTo(Duration.ofMillis(2500));
        assertThat(again.kept(row, 1)).contains(new ForkOutcome.Skipped("not here"));
        assertThat(again.kept(row, 2)).isEmpty();
    }

    @Test
    void skipsALineThatWasCutOffAndBeginsANewLine() throws IOException {
        String cutOff = skipped(2).substring(0, 40);
        Files.writeString(log.file(), cutOff, StandardOpenOption.APPEND);

        RunLog again = reopened();
        assertThat(again.keptForks()).isOne();
        assertThat(Files.readString(log.file())).endsWith(cutOff);
        again.starts("fork 2", environment());
        again.add(skipped(2));

        assertThat(Files.readString(log.file())).doesNotContain(cutOff + "{");
        assertThat(reopened().keptForks()).isEqualTo(2);
        assertThat(reopened().settings()).isEqualTo(SETTINGS);
    }

    @Test
    void keepsTheForksAndSettingsWithoutDirectoriesAtTheEnd() throws IOException {
        log.end(environment(END));

        assertThat(Files.readAllLines(log.file()))
                .containsExactly(
                        "{\"type\":\"run\",\"command\":\"run\",\"seed\":7,\"end\":\"2026-11-21T10:00:00Z\"}",
                        skipped(1).strip());
        assertThatThrownBy(this::reopened)
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(65))
                .hasMessageEndingWith("log.jsonl: the run came to its end at 2026-11-21T10:00:00Z"
                        + " and did not keep its command line, which named a directory");
    }

    @Test
    void anEndedRunThatNamesNoDirectoryCanBeExtended() {
        log = new RunLog(directory.resolve("results.json"), settings("-f", "2"));
        log.starts("fork 1", environment());
        log.add(skipped(1));
        log.add(skipped(2));
        log.end(environment(END));

        RunLog again = reopened();
        assertThatThrownBy(again::checkOpen)
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(65))
                .hasMessageEndingWith("log.jsonl: the run came to its end at 2026-11-21T10:00:00Z");
        assertThat(again.lastRound(row)).isEqualTo(2);
        assertThat(again.lastFork()).isEmpty();

        again.extend(List.of("-f4"), Arguments.groups("-f4"));
        again.starts("fork 3", environment());
        assertThat(reopened().settings().commandLine()).containsExactly("-f", "2", "-f4");
        assertThat(Arguments.of(reopened().settings().arguments()).options().getForkCount())
                .isEqualTo(Arguments.parse("-f", "4").options().getForkCount());
        assertThat(reopened().keptForks()).isEqualTo(2);
        reopened().checkOpen();
    }

    @Test
    void aNewRunReplacesTheLogOfAnEarlierOneWhenItsFirstForkStarts() throws IOException {
        String before = Files.readString(log.file());
        RunLog next = new RunLog(directory.resolve("results.json"), SETTINGS);
        next.end(environment(END));
        assertThat(log.file()).hasContent(before);

        next.starts("fork 9", environment());

        assertThat(reopened().keptForks()).isZero();
        assertThat(reopened().lastFork()).contains("fork 9");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            no log                                        | is not a log, line 1 is not a JSON object
            {"type":"run","command":"run","seed":7}       | is not a log of run, line 1 lacks a part, or has one of the wrong kind
            {"type":"run","command":"run","settings":[]}  | is not a log of run, line 1 lacks a part, or has one of the wrong kind
            {"type":"fork"}                               | is not a log, line 1 does not say which command wrote it
            {"x":1}                                       | is not a log, line 1 does not say which command wrote it
            """)
    void refusesAnotherFile(String text, String message) throws IOException {
        Files.writeString(log.file(), text + "\n");

        assertThatThrownBy(this::reopened).isInstanceOf(CommandException.class).hasMessageEndingWith(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"fork\"}",
                "{\"type\":\"failed\",\"row\":{\"benchmark\":\"b\",\"mode\":\"avgt\",\"params\":{}},\"round\":\"one\",\"message\":\"m\"}",
                "{\"type\":\"failed\",\"row\":{\"benchmark\":\"b\",\"mode\":\"avgt\",\"params\":{}},\"round\":1}",
                "{\"type\":\"skipped\",\"row\":{\"benchmark\":\"b\",\"mode\":[],\"params\":7},\"round\":1,\"message\":{}}",
                "{\"type\":\"unheardof\"}"
            })
    void refusesAnIncompleteFork(String line) throws IOException {
        Files.writeString(log.file(), line + "\n", StandardOpenOption.APPEND);

        assertThatThrownBy(this::reopened)
                .isInstanceOf(CommandException.class)
                .hasMessageEndingWith("line 4 lacks a part, or has one of the wrong kind");
    }

    @Test
    void resultsOfAnotherFormatHaveALogOfTheirOwn() {
        RunLog csv = new RunLog(directory.resolve("results.csv"), SETTINGS);
        csv.starts("fork 1", environment());

        assertThat(csv.file()).isNotEqualTo(log.file());
        assertThat(RunLog.reopen(directory.resolve("results.csv").toString()).results())
                .isEqualTo(directory.resolve("results.csv"));
        assertThat(reopened().keptForks()).isOne();
    }
}
