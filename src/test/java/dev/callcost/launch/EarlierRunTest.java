package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.openjdk.jmh.results.format.ResultFormatType;

/** What {@code --resume} reads in the log that a run has written. */
class EarlierRunTest {
    private static final RunSettings SETTINGS = settings("-rff", "/some/where/results.json");
    private static final String ENDED = "log.jsonl: the run came to its end at \\S+Z";

    private final PlannedRow row =
            Entries.row(Entries.entry(Map.of("n", new String[] {"1", "2"})), Map.of("n", "1"), 1);

    private static final Arguments NONE = Arguments.parse();

    @TempDir
    Path directory;

    private RunFiles files;

    @BeforeEach
    void begin() throws IOException {
        files = files("results.json", SETTINGS, false);
        files.starts("fork 1");
        append(skipped(1));
    }

    private RunFiles files(String results, RunSettings settings, boolean resumed) {
        return new RunFiles(
                directory.resolve(results),
                settings,
                resumed,
                ResultFormatType.JSON,
                Map.of(row, ForkJvm.of(row, NONE)));
    }

    private static RunSettings settings(String... words) {
        return new RunSettings(
                List.of(words),
                List.of(new Arguments.Group(List.of(words), false)),
                "2026-11-21T09:30:00Z",
                7,
                Map.of("machine", "a Cray"));
    }

    private String skipped(int round) {
        return """
                {"type":"skipped","round":%d,"start":"2026-11-21T09:30:01Z","end":"2026-11-21T09:30:03.5Z",\
                "row":{"benchmark":"%s","mode":"%s","params":{"n":"1"}},"message":"not here"}
                """.formatted(round, row.name(), row.mode().shortLabel());
    }

    private void append(String lines) throws IOException {
        Files.writeString(files.log(), lines, StandardOpenOption.APPEND);
    }

    private EarlierRun read() {
        return EarlierRun.read(directory.toString());
    }

    @Test
    void hasWhatResumeNeeds() {
        files.starts("fork 2");

        EarlierRun run = read();

        assertThat(run.results()).isEqualTo(directory.resolve("results.json"));
        assertThat(run.settings()).isEqualTo(SETTINGS);
        assertThat(run.lastFork()).contains("fork 2");
        assertThat(run.forks()).isOne();
        assertThat(run.time()).isEqualTo(Duration.ofMillis(2500));
        assertThat(run.outcomes(row)).isEqualTo(Map.of(1, new ForkOutcome.Skipped("not here")));
    }

    @Test
    void skipsALineThatWasCutOffAndBeginsANewLine() throws IOException {
        String cutOff = skipped(2).substring(0, 40);
        append(cutOff);
        assertThat(read().forks()).isOne();
        assertThat(Files.readString(files.log())).endsWith(cutOff);

        files("results.json", SETTINGS, true).starts("fork 2");
        append(skipped(2));

        assertThat(Files.readString(files.log())).doesNotContain(cutOff + "{");
        assertThat(read().forks()).isEqualTo(2);
        assertThat(read().settings()).isEqualTo(SETTINGS);
    }

    @Test
    void keepsTheForksAndSettingsWithoutDirectoriesAtTheEnd() throws IOException {
        files.end(true);

        List<String> lines = Files.readAllLines(files.log());
        assertThat(lines).hasSize(2).element(1).isEqualTo(skipped(1).strip());
        assertThat(lines.get(0)).contains("\"seed\":7", "\"end\":").doesNotContain("\"arguments\"");
        assertThatThrownBy(this::read)
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(65))
                .hasMessageMatching(".*" + ENDED + " and did not keep its command line, which named a directory");
    }

    @Test
    void anEndedRunThatNamesNoDirectoryCanBeExtended() throws IOException {
        files = files("results.json", settings("-f", "2"), false);
        files.starts("fork 1");
        append(skipped(1) + skipped(2));
        files.end(true);

        EarlierRun run = read();
        assertThatThrownBy(run::checkOpen)
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(65))
                .hasMessageMatching(".*" + ENDED);
        assertThat(run.lastRound(row)).isEqualTo(2);
        assertThat(run.lastFork()).isEmpty();

        RunSettings extended = run.settings().with(List.of("-f4"), Arguments.groups("-f4"));
        files("results.json", extended, true).starts("fork 3");
        assertThat(read().settings().commandLine()).containsExactly("-f", "2", "-f4");
        assertThat(Arguments.of(read().settings().arguments()).options().getForkCount())
                .isEqualTo(Arguments.parse("-f", "4").options().getForkCount());
        assertThat(read().forks()).isEqualTo(2);
        read().checkOpen();
    }

    @Test
    void aNewRunReplacesTheLogOfAnEarlierOneWhenItsFirstForkStarts() throws IOException {
        String before = Files.readString(files.log());
        RunFiles next = files("results.json", SETTINGS, false);
        next.end(true);
        assertThat(files.log()).hasContent(before);

        next.starts("fork 9");

        assertThat(read().forks()).isZero();
        assertThat(read().lastFork()).contains("fork 9");
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
        Files.writeString(files.log(), text + "\n");

        assertThatThrownBy(this::read).isInstanceOf(CommandException.class).hasMessageEndingWith(message);
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
        append(line + "\n");

        assertThatThrownBy(this::read)
                .isInstanceOf(CommandException.class)
                .hasMessageEndingWith("line 4 lacks a part, or has one of the wrong kind");
    }

    @Test
    void resultsOfAnotherNameHaveALogOfTheirOwn() {
        RunFiles csv = files("results.csv", SETTINGS, false);
        csv.starts("fork 1");

        assertThat(csv.log()).isNotEqualTo(files.log());
        assertThat(EarlierRun.read(directory.resolve("results.csv").toString()).results())
                .isEqualTo(directory.resolve("results.csv"));
        assertThat(read().forks()).isOne();
    }
}
