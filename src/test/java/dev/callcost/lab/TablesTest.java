package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.data.Fixtures;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.LadderTable;
import dev.callcost.ladder.PitfallTable;
import dev.callcost.text.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every table against the file that says what it must look like. */
class TablesTest {

    @ParameterizedTest
    @ValueSource(strings = {"five-forks", "one-fork", "out-of-order"})
    void ladder(String name) throws IOException {
        LadderTable table = new LadderTable(Ladder.of(Fixtures.read(name + ".json")));
        assertThat(table.text()).isEqualTo(Fixtures.text("report/ladder-" + name + ".txt"));
        String markdown = Fixtures.text("report/ladder-" + name + ".md");
        assertThat(table.markdown()).isEqualTo(markdown);
        assertThat(table.rungsMarkdown())
                .isEqualTo(markdown.replaceFirst("(?s)\nRows outside the chain:\n.*?(?=\nExpected order|$)", ""));
    }

    @Test
    void pinning() throws IOException {
        assertThat(LadderTables.pinning(Fixtures.read(Fixtures.FIVE_FORKS)))
                .isEqualTo(Fixtures.text("report/pinning.md"));
    }

    @Test
    void machines() throws IOException {
        ResultsFile file = Fixtures.read(Fixtures.FIVE_FORKS);
        assertThat(LadderTables.machines(file, Fixtures.read(Fixtures.OUT_OF_ORDER)))
                .isEqualTo(Fixtures.text("report/machines.md"));
        assertThatThrownBy(() -> LadderTables.machines(file, Fixtures.read(Fixtures.PITFALLS)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("have no rung in common");
    }

    @Test
    void host() throws IOException {
        assertThat(LadderTables.host(Fixtures.read("hosts.json"))).isEqualTo(Fixtures.text("report/host.md"));
        assertThatThrownBy(() -> LadderTables.host(Fixtures.read(Fixtures.FIVE_FORKS)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("holds no GrpcBenchmark with server=SAME_JVM and pinning=ONE_CPU");
    }

    @Test
    void spread() throws IOException {
        assertThat(LadderTables.spread(Fixtures.read(Fixtures.OUT_OF_ORDER))).isEqualTo(Fixtures.text("report/cv.md"));
    }

    @Test
    void marshaller() throws IOException {
        assertThat(MarshallerTable.markdown(Fixtures.read(Fixtures.FIVE_FORKS)))
                .isEqualTo(Fixtures.text("report/marshaller.md"));
    }

    @Test
    void marshallerOfSeveralMessagesHasFirstAndRepeatedEncodings() {
        ResultsFile file = new ResultsFile(
                Path.of("made-up.json"),
                List.of(
                        row("MarshallerBenchmark.encode", 100, "PROTOBUF", "message", "NEGATIVES"),
                        row("MarshallerBenchmark.encodeAgain", 70, "PROTOBUF", "message", "NEGATIVES"),
                        row("MarshallerBenchmark.decode", 200, "PROTOBUF", "message", "NEGATIVES"),
                        row("MarshallerBenchmark.encode", 50, "PROTOBUF", "message", "CALL"),
                        row("MarshallerBenchmark.encodeAgain", 40, "PROTOBUF", "message", "CALL"),
                        row("MarshallerBenchmark.decode", 60, "PROTOBUF", "message", "CALL"),
                        row("MarshallerBenchmark.encode", 1, "GSON", "message", "CALL")));
        assertThat(MarshallerTable.markdown(file)).isEqualTo("""
                Time per message: median of each fork's iterations, geometric mean over forks, 1 fork: no interval

                | message | wire format | encode | encode again | decode | encode + decode |
                |---|---|---|---|---|---|
                | CALL | PROTOBUF | 50.0 ns | 40.0 ns | 60.0 ns | 110 ns |
                | NEGATIVES | PROTOBUF | 100 ns | 70.0 ns | 200 ns | 300 ns |
                """);
    }

    @Test
    void wireFormatsInACallStandByMessageWithRatiosToProtobuf() {
        String call = "GrpcWireFormatMessageBenchmark.unary";
        ResultsFile file = new ResultsFile(
                Path.of("made-up.json"),
                List.of(
                        row(call, 3000, "PROTOBUF", "message", "KILOBYTE"),
                        row(call, 6000, "GSON", "message", "KILOBYTE"),
                        row(call, 2000, "PROTOBUF", "message", "CALL"),
                        row(call, 2100, "GSON", "message", "CALL"),
                        row(call, 9000, "GSON", "message", "LONGS_1000")));
        assertThat(WireFormatTable.markdown(file)).isEqualTo("""
                Time per gRPC call, by message sent and echoed: median of each fork's iterations, geometric mean over forks, 1 fork: no interval

                | message | wire format | time per call | / PROTOBUF |
                |---|---|---|---|
                | CALL | PROTOBUF | 2.00 us |  |
                | CALL | GSON | 2.10 us | 1.05 |
                | KILOBYTE | PROTOBUF | 3.00 us |  |
                | KILOBYTE | GSON | 6.00 us | 2.00 |
                | LONGS_1000 | GSON | 9.00 us |  |
                """);
    }

    private static Row row(String name, double nanos, String wireFormat, String param, String value) {
        return new Row(
                "a." + name,
                "avgt",
                1,
                new TreeMap<>(Map.of("wireFormat", wireFormat, param, value)),
                new Metric("ns/op", List.of(List.of(nanos))),
                new TreeMap<>(),
                new TreeMap<>());
    }

    @Test
    void sentence() throws IOException {
        assertThat(LadderTables.sentence(Fixtures.read(Fixtures.FIVE_FORKS)))
                .isEqualTo(Fixtures.text("report/sentence.md"));
    }

    @Test
    void pitfalls() throws IOException {
        ResultsFile file = Fixtures.read(Fixtures.PITFALLS);
        assertThat(PitfallTable.text(file, Terminal.ENDLESS)).isEqualTo(Fixtures.text("report/pitfalls.txt"));
        assertThat(PitfallTable.markdown(file)).isEqualTo(Fixtures.text("report/pitfalls.md"));
    }

    @Test
    void warmup() {
        Metric curve = new Metric(
                "us/op",
                List.of(
                        Stream.iterate(1.0, value -> value + 1).limit(12).toList(),
                        Stream.iterate(100.0, value -> value - 1).limit(10).toList()));
        Row row = new Row("a.B.c", "avgt", 1, new TreeMap<>(), curve, new TreeMap<>(), new TreeMap<>());
        assertThat(IterationTables.warmup(new ResultsFile(Path.of("made-up.json"), List.of(row))))
                .isEqualTo("""
                Median of each 10 iterations, from the first one on

                B.c, us/op:

                | iterations | fork 1 | fork 2 |
                |---:|---:|---:|
                | 1-10 | 5.48 | 95.5 |
                | 11-12 | 11.5 |  |
                """);
    }

    /** Two forks in which the recorder adds 2 %, and the first iteration of each block anything. */
    @Test
    void theRecordersBlocksAreComparedWithTheirNeighboursWithoutTheirFirstIterations(@TempDir Path folder)
            throws IOException {
        String row = """
                [{"benchmark":"a.X.call","mode":"avgt","threads":1,"forks":2,
                "primaryMetric":{"score":1,"scoreUnit":"us/op","rawData":[
                [9.0,1.0,1.0,7.0,1.02,1.02,5.0,1.0,1.0],[9.0,2.04,2.04,7.0,2.0,2.0,5.0,2.04,2.04]]},
                "secondaryMetrics":{"recorder":{"score":0.5,"scoreUnit":"on","rawData":[
                [0.0,0.0,0.0,1.0,1.0,1.0,0.0,0.0,0.0],[1.0,1.0,1.0,0.0,0.0,0.0,1.0,1.0,1.0]]},
                "recorder.between":{"score":3,"scoreUnit":"ms","rawData":[[3.0,3.0,3.0],[3.0,3.0,3.0,3.0,3.0,3.0]]}}}]
                """;
        Path file = Files.writeString(folder.resolve("results.json"), row);

        assertThat(RecorderTable.markdown(ResultsFile.read(file)))
                .contains("| X.call | ", " | 2 | 1.0200 | +2.00% to +2.00% | 3.00 ms |");
    }

    @Test
    void tablesWithoutTheirRowsAreRefused() {
        ResultsFile file = Fixtures.read(Fixtures.ONE_FORK);
        assertThatThrownBy(() -> LadderTables.pinning(file)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MarshallerTable.markdown(file)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> WireFormatTable.markdown(file)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PitfallTable.markdown(file)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RecorderTable.markdown(file))
                .hasMessageContaining("holds no row with the metric recorder");
        assertThat(PitfallTable.text(file, Terminal.ENDLESS)).isEmpty();
    }

    @Test
    void doNotDependOnTheLocale() throws IOException {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            ladder("five-forks");
            spread();
        } finally {
            Locale.setDefault(before);
        }
    }
}
