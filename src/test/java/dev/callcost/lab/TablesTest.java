package dev.callcost.lab;

import static dev.callcost.compare.Rows.file;
import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.data.Fixtures;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.LadderTable;
import dev.callcost.ladder.PitfallResult;
import dev.callcost.text.ForeignLocale;
import dev.callcost.text.Terminal;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of made-up results. {@link ReadmeTablesDriftIT} compares those of the committed ones. */
@ExtendWith(ForeignLocale.class)
class TablesTest {

    @ParameterizedTest
    @ValueSource(strings = {"five-forks", "one-fork", "out-of-order"})
    void ladder(String name) throws IOException {
        LadderTable table = new LadderTable(Ladder.of(Fixtures.read(name + ".json")));
        Fixtures.assertText("report/ladder-" + name + ".txt", table.text());
        Fixtures.assertText("report/ladder-" + name + ".md", table.markdown());
    }

    @Test
    void pitfalls() throws IOException {
        ResultsFile file = Fixtures.read(Fixtures.PITFALLS);
        Fixtures.assertText("report/pitfalls.txt", PitfallResult.text(file, Terminal.ENDLESS));
        Fixtures.assertText("report/pitfalls.md", PitfallResult.markdown(file));
        assertThat(PitfallResult.text(Fixtures.read(Fixtures.ONE_FORK), Terminal.ENDLESS))
                .isEmpty();
    }

    @Test
    void marshallerOfSeveralMessagesHasFirstAndRepeatedEncodings() {
        assertThat(StudyTables.marshaller(file(
                        "made-up.json",
                        formatRow("MarshallerBenchmark.encode", "PROTOBUF", "NEGATIVES", 100),
                        formatRow("MarshallerBenchmark.encodeAgain", "PROTOBUF", "NEGATIVES", 70),
                        formatRow("MarshallerBenchmark.decode", "PROTOBUF", "NEGATIVES", 200),
                        formatRow("MarshallerBenchmark.encode", "PROTOBUF", "CALL", 50),
                        formatRow("MarshallerBenchmark.encodeAgain", "PROTOBUF", "CALL", 40),
                        formatRow("MarshallerBenchmark.decode", "PROTOBUF", "CALL", 60),
                        formatRow("MarshallerBenchmark.encode", "GSON", "CALL", 1))))
                .isEqualTo("""
                Time per message: median of each fork's iterations, geometric mean over forks, 1 fork: no interval

                | message | wire format | encode | encode again | decode | encode + decode |
                |---|---|---|---|---|---|
                | CALL | PROTOBUF | 50.0 ns | 40.0 ns | 60.0 ns | 110 ns |
                | NEGATIVES | PROTOBUF | 100 ns | 70.0 ns | 200 ns | 300 ns |
                """);
    }

    @Test
    void wireFormatsInACallHaveRatiosToProtobufWithTheSameMessage() {
        String call = "GrpcWireFormatMessageBenchmark.unary";
        assertThat(RowTable.markdown(
                        "wire-format",
                        file(
                                "made-up.json",
                                formatRow(call, "PROTOBUF", "CALL", 2000),
                                formatRow(call, "GSON", "CALL", 2100),
                                formatRow(call, "PROTOBUF", "KILOBYTE", 3000),
                                formatRow(call, "GSON", "KILOBYTE", 6000),
                                formatRow(call, "GSON", "LONGS_1000", 9000))))
                .isEqualTo("""
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

    private static Row formatRow(String name, String wireFormat, String message, double nanos) {
        return row(name)
                .unit("ns/op")
                .params(Map.of("wireFormat", wireFormat, "message", message))
                .of(nanos);
    }

    @Test
    void warmup() {
        Row row = row("B.c")
                .of(List.of(
                        Stream.iterate(1.0, value -> value + 1).limit(12).toList(),
                        Stream.iterate(100.0, value -> value - 1).limit(10).toList()));
        assertThat(RunTables.warmup(file("made-up.json", row))).isEqualTo("""
                Median of each 10 iterations, from the first one on

                B.c, us/op:

                | iterations | fork 1 | fork 2 |
                |---:|---:|---:|
                | 1-10 | 5.48 | 95.5 |
                | 11-12 | 11.5 |  |
                """);
    }

    /** Two forks with the recorder in turns. It adds 2 %; the first iteration of each block does not count. */
    @Test
    void theRecordersBlocksAreComparedWithTheirNeighboursWithoutTheirFirstIterations() {
        Row row = row("X.call")
                .metric(
                        "recorder",
                        List.of(
                                List.of(0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0),
                                List.of(1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0)))
                .metric("recorder.between", List.of(List.of(3.0, 3.0, 3.0), List.of(3.0, 3.0, 3.0, 3.0, 3.0, 3.0)))
                .of(List.of(
                        List.of(9.0, 1.0, 1.0, 7.0, 1.02, 1.02, 5.0, 1.0, 1.0),
                        List.of(9.0, 2.04, 2.04, 7.0, 2.0, 2.0, 5.0, 2.04, 2.04)));
        assertThat(RunTables.recorder(file("made-up.json", row)))
                .contains("| X.call | ", " | 2 | 1.0200 | +2.00% to +2.00% | 3.00 ms |");
    }

    @Test
    void oursIsNextToTheirsOfTheSameTransportAndExecutor() {
        String theirs = "TransportBenchmark.unaryCall1024Latency";
        Map<String, String> ours = Map.of("transport", "NIO", "serverExecutor", "DIRECT");
        Map<String, String> inProcess = Map.of("transport", "IN_PROCESS", "serverExecutor", "DEFAULT");
        assertThat(StudyTables.others(file(
                        "made-up.json",
                        row(theirs)
                                .params(Map.of("transport", "NETTY", "direct", "true"))
                                .of(50),
                        row("SameCallBenchmark.unary").params(ours).of(51),
                        row("GrpcBenchmark.unary").params(ours).of(60),
                        row(theirs)
                                .params(Map.of("transport", "INPROCESS", "direct", "false"))
                                .of(20),
                        row("GrpcBenchmark.unary").params(inProcess).of(19))))
                .contains(
                        "| TCP, java.nio, direct | 50.0 us | 51.0 us | 1.02 | 60.0 us | 1.20 |\n",
                        "| in process, default | 20.0 us |  |  | 19.0 us | 0.950 |\n");
    }

    @Test
    void machinesWithoutACommonRungAreRefused() {
        assertThatThrownBy(() -> LadderTables.machines(
                        List.of(Fixtures.path(Fixtures.FIVE_FORKS), Fixtures.path(Fixtures.PITFALLS))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("have no rung in common");
    }
}
