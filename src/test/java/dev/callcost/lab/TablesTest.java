package dev.callcost.lab;

import static dev.callcost.compare.Rows.file;
import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.Canary;
import dev.callcost.data.Fixtures;
import dev.callcost.data.Log;
import dev.callcost.data.LogLines;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.LadderTable;
import dev.callcost.ladder.PitfallResult;
import dev.callcost.text.ForeignLocale;
import dev.callcost.text.Sections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of made-up results. {@link ReadmeTablesDriftIT} compares those of the committed ones. */
@ExtendWith(ForeignLocale.class)
class TablesTest {

    @ParameterizedTest
    @ValueSource(strings = {"five-forks", "one-fork", "out-of-order"})
    void ladder(String name) throws IOException {
        LadderTable table = new LadderTable(Ladder.of(Fixtures.read(name + ".json")));
        Fixtures.assertText(
                "report/ladder-" + name + ".txt",
                table.addTo(new Sections(false)).list(table.notes()).text());
        Fixtures.assertText(
                "report/ladder-" + name + ".md", table.addTo(new Sections(true)).text());
    }

    @Test
    void pitfalls() throws IOException {
        ResultsFile file = Fixtures.read(Fixtures.PITFALLS);
        Fixtures.assertText(
                "report/pitfalls.txt",
                PitfallResult.addTo(new Sections(false), file).text());
        Fixtures.assertText(
                "report/pitfalls.md",
                PitfallResult.addTo(new Sections(true), file).text());
        assertThat(PitfallResult.addTo(new Sections(false), Fixtures.read(Fixtures.ONE_FORK))
                        .text())
                .isEmpty();
    }

    @Test
    void aMessagesEncodingsAndItsDecodingAreInOneLine() {
        assertThat(RowTable.markdown(
                        "marshaller",
                        file(
                                "made-up.json",
                                formatRow("MarshallerBenchmark.encode", "PROTOBUF", "CALL", 50),
                                formatRow("MarshallerBenchmark.encodeAgain", "PROTOBUF", "CALL", 40),
                                formatRow("MarshallerBenchmark.decode", "PROTOBUF", "CALL", 60),
                                formatRow("MarshallerBenchmark.encode", "GSON", "CALL", 1))))
                .isEqualTo("""
                Time per message: median of each fork's iterations, geometric mean over forks, 1 fork: no interval

                | message | wire format | encode | encode again | decode |
                |---|---|---|---|---|
                | CALL | PROTOBUF | 50.0 ns | 40.0 ns | 60.0 ns |
                | CALL | GSON | 1.00 ns |  |  |
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

    /** Warm-ups of three forks; only the score of the measured iterations falls, by 2 %. */
    @Test
    void warmUpsAndTheDriftBehindThem(@TempDir Path folder) throws IOException {
        Row row = row("B.c").of(Collections.nCopies(3, List.of(102.0, 101.0, 100.0)));
        String forks = Stream.of("2.04,true,classes", "7,false,compilation", "2.5,true,classes")
                .map(fork -> fork.split(","))
                .map(fork -> LogLines.fork(
                        row.key(),
                        "us/op",
                        1,
                        Map.of(),
                        Optional.of("{\"seconds\":%s,\"warm\":%s,\"unmetUntil\":{\"scores\":1.5,\"%s\":1.9}}"
                                .formatted((Object[]) fork)),
                        List.of("{\"warmup\":false,\"nanos\":500000000,\"score\":50}")))
                .collect(Collectors.joining());
        Files.writeString(folder.resolve(Log.NAME), LogLines.RUN + forks);
        ResultsFile file = new ResultsFile(folder.resolve(ResultsFile.NAME), List.of(row));
        assertThat(RowTable.markdown("warmed", file)).endsWith("""
                | row | forks | seconds, median | range | waited for, forks | warm | drift while measured |
                |---|---:|---:|---:|---|---:|---:|
                | B.c | 3 | 2.5 | 2.0-7.0 | classes 2, compilation 1 | 2 | -2.0% [-2.0%, -2.0%] |
                """);
    }

    @Test
    void iterationsWithASlowCanaryAreComparedWithTheOthers() {
        Row row = row("B.c")
                .metric(Canary.METRIC, 10, 10, 10, 14)
                .metric("other", 1)
                .ofFork(4, 5, 6, 10);
        assertThat(RowTable.markdown("contended", file("made-up.json", row)))
                .endsWith("| B.c | 4 | 25.0% | 5.00 us | 10.0 us | 2.00 |\n");
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
        assertThat(RowTable.markdown("recorder", file("made-up.json", row)))
                .contains("| X.call | ", " | 2 | 1.0200 | +2.00% to +2.00% | 3.00 ms |");
    }
}
