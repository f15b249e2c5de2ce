package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.data.Fork.Iteration;
import dev.callcost.file.BadFileException;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogTest {
    private static final String RUN = LogLines.RUN;
    private static final RowKey ROW = new RowKey("a.b.RmiBenchmark.call", "avgt", Map.of("payload", "0"));
    private static final String FORK = fork();
    private static final String FAILED =
            "{\"type\":\"failed\",\"row\":{\"benchmark\":\"a.b.RmiBenchmark.call\",\"mode\":\"avgt\","
                    + "\"params\":{}},\"message\":\"no\"}\n";

    @TempDir
    private Path folder;

    private static String fork() {
        JsonObject jmh = LogLines.jmh(ROW, "us/op", List.of("NaN", "+INF", 178.2));
        jmh.getAsJsonObject("primaryMetric").addProperty("score", "NaN");
        jmh.getAsJsonObject("secondaryMetrics").add("canary", LogLines.metric("ns", List.of(5.0, 6.0, 7.0)));
        JsonObject line = JsonParser.parseString("{\"round\":2,\"place\":3,\"unheardof\":[]}")
                .getAsJsonObject();
        ForkLine.of(
                        jmh,
                        Map.of("cpu", "1"),
                        OptionalLong.of(7),
                        Optional.of("{\"seconds\":3.5,\"warm\":true,\"unmetUntil\":{\"scores\":3.5,\"classes\":1}}"),
                        List.of(
                                "{\"warmup\":true,\"nanos\":100,\"score\":200.5,\"operations\":70,"
                                        + "\"cpuNanos\":50,\"systemNanos\":20,\"loopbackBytes\":900,"
                                        + "\"loopbackPackets\":8,\"classes\":4,\"contextSwitches\":3}",
                                "{\"warmup\":false,\"nanos\":101,\"score\":\"NaN\",\"stealNanos\":10,"
                                        + "\"compilationMillis\":2,\"canaryNanos\":5}",
                                "{\"warmup\":false,\"nanos\":102,\"score\":\"Infinity\",\"canaryNanos\":6}",
                                "{\"warmup\":false,\"nanos\":103,\"score\":178.2,\"canaryNanos\":7}"))
                .asMap()
                .forEach(line::add);
        return Log.line(Log.FORK, line);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("r.log.jsonl"), text);
    }

    private static Iteration iteration(boolean warmUp, double nanos, double score, double... others) {
        return new Iteration(
                warmUp, nanos, score, others[0], others[1], others[2], others[3], others[4], others[5], 0, others[6],
                others[7], others[8], others[9], null, null);
    }

    private List<Fork> forks(String text) throws IOException {
        return Log.forks(file(text));
    }

    private static void assertBad(Path log, String what) {
        assertThatThrownBy(() -> Log.forks(log))
                .isInstanceOf(BadFileException.class)
                .hasMessage(log + ": " + what);
    }

    @Test
    void readsMeasuredForks() throws IOException {
        List<Fork> forks = forks(RUN
                + FAILED
                + FORK
                + "{\"type\":\"unheardof\"}\n"
                + FORK.replace("\"round\"", "\"another\":[],\"round\""));

        assertThat(forks).hasSize(2);
        Fork fork = forks.get(0);
        assertThat(fork.key()).isEqualTo(new RowKey(ROW.benchmark(), ROW.mode(), 1, ROW.params()));
        assertThat(fork.round()).isEqualTo(2);
        assertThat(fork.warmUp().seconds()).isEqualTo(3.5);
        assertThat(fork.warmUp().waitedFor()).isEqualTo("scores");
        assertThat(fork.warmUpIterations())
                .containsExactly(iteration(true, 100, 200.5, 70, 50, 20, 0, 0, 4, 3, 900, 8, 0));
        assertThat(fork.measured().get(0)).isEqualTo(iteration(false, 101, Double.NaN, 0, 0, 0, 10, 2, 0, 0, 0, 0, 5));
        assertThat(fork.scores()).containsExactly(178.2);
        assertThat(fork.row().primary().forks()).containsExactly(List.of(Double.NaN, Double.POSITIVE_INFINITY, 178.2));

        assertThat(FORK)
                .as("a metric that a column has too is written once")
                .contains("\"canary\":{\"scoreUnit\":\"ns\",\"rawData\":\"canaryNanos\"}")
                .doesNotContain("\"score\":\"NaN\"");
        assertThat(fork.row().secondary().get("canary").forks()).containsExactly(List.of(5.0, 6.0, 7.0));
        assertThat(ForkLine.jmh(JsonParser.parseString(FORK).getAsJsonObject())
                        .getAsJsonObject("secondaryMetrics")
                        .toString())
                .contains("[[5,6,7]]");
    }

    @Test
    void readsTheOtherLinesWhereverTheLastLineIsCutOff() throws IOException {
        for (int length = 0; length < FORK.length() - 2; length++) {
            assertThat(forks(RUN + FORK + FORK.substring(0, length)))
                    .as("cut off at %d", length)
                    .hasSize(1);
        }
        assertThat(forks(RUN + FORK + FORK.stripTrailing())).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    ``                                         | is empty
                    `{'type':'ru`                              | is truncated in its first line
                    `hello\n`                                 | is not a log, line 1 is not a JSON object
                    `[{}]`                                     | is not a log, line 1 is not a JSON object
                    `[\n  {\n`                               | is not a log, line 1 is not a JSON object
                    `\n`                                      | is not a log, line 1 is not a JSON object
                    `{}\n`                                    | is not a log, line 1 does not say which command wrote it
                    `{'type':1}\n`                            | is not a log, line 1 does not say which command wrote it
                    `{'type':'fork'}\n`                       | is not a log, line 1 does not say which command wrote it
                    `{'type':'run','command':'x'}\n`          | is not a log, line 1 does not say which command wrote it
                    `{'type':'run','command':'bill'}\n`       | is a log of bill, not of run
                    `RUNRUN`                                   | is not a log of run, line 2 describes a second run
                    `RUN{'typ':'x'}\n`                        | is not a log of run, line 2 lacks a part, or has one of the wrong kind
                    `RUN{'type':'fo\nFORK`                    | is not a log of run, line 2 is not a JSON object
                    `RUNFORK{'type':'fork'} 1\nFORK`          | is not a log of run, line 3 lacks a part, or has one of the wrong kind
                    `RUN{'type':'fork'}\n`                    | is not a log of run, line 2 lacks a part, or has one of the wrong kind
                    """)
    void namesTheLineThatIsNoLine(String text, String fault) throws IOException {
        assertBad(file(text.replace('\'', '"').replace("RUN", RUN).replace("FORK", FORK)), fault);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    'round':2                   | 'round':'two'
                    'canaryNanos'}              | 'nobody'}
                    'scoreUnit':'us/op'         | 'unit':'us/op'
                    'facts':{'cpu':'1'}         | 'facts':3
                    """)
    void refusesPartsOfTheWrongKind(String part, String wrong) throws IOException {
        String text = part.replace('\'', '"');
        assertThat(FORK).contains(text);
        assertBad(
                file(RUN + FORK.replace(text, wrong.replace('\'', '"'))),
                "is not a log of run, line 2 lacks a part, or has one of the wrong kind");
    }

    @Test
    void readsALongLine() throws IOException {
        assertThat(forks(RUN + FORK.replace("\"facts\":{", "\"facts\":{\"long\":\"" + "x".repeat(17 << 20) + "\",")))
                .hasSize(1);
    }

    @Test
    void readsLinesThatAToolOfWindowsEnded() throws IOException {
        assertThat(forks((RUN + FORK + FORK).replace("\n", "\r\n"))).hasSize(2);
    }

    @Test
    void refusesWhatCannotBeRead() {
        assertBad(folder.resolve("missing"), "no such file");
        assertThatThrownBy(() -> Log.forks(folder))
                .isInstanceOf(BadFileException.class)
                .hasMessageStartingWith(folder + ": cannot be read: ");
    }

    @Test
    void aLogBesideResultsMayBePackedOrMissing() throws IOException {
        ResultsFile results = new ResultsFile(folder.resolve("r.json"), List.of());
        assertThat(Log.forks(results)).isEmpty();
        Path packed = folder.resolve("r.log.jsonl.gz");
        Fixtures.pack(packed, RUN + FORK);
        assertThat(Log.forks(results)).hasSize(1);
        file(RUN + FORK + FORK);
        assertThat(Log.forks(results)).as("the plain one").hasSize(2);
    }

    @Test
    void aFolderIsMadeForOneLog() throws IOException {
        Path made = folder.resolve("new/er");
        Path log = Log.begin(made, Log.Command.COMPARE, new JsonObject());
        assertThat(log).isEqualTo(made.resolve("log.jsonl")).hasContent("{\"type\":\"run\",\"command\":\"compare\"}");
        assertThat(Log.command(log)).isEqualTo(Log.Command.COMPARE);
        assertThatThrownBy(() -> Log.begin(made, Log.Command.COMPARE, new JsonObject()))
                .isInstanceOf(CommandException.class)
                .hasMessage(made + " already holds a log.jsonl: -d names another folder");
        Files.createFile(folder.resolve("log.jsonl.gz"));
        assertThatThrownBy(() -> Log.begin(folder, Log.Command.BILL, new JsonObject()))
                .hasMessage(folder + " already holds a log.jsonl.gz: -d names another folder");
    }
}
