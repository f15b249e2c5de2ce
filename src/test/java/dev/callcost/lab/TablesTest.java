package dev.callcost.lab;

import static dev.callcost.compare.Rows.file;
import static dev.callcost.compare.Rows.forks;
import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.agent.Canary;
import dev.callcost.compare.Rows;
import dev.callcost.data.Fixtures;
import dev.callcost.data.Log;
import dev.callcost.data.LogLines;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.LadderTable;
import dev.callcost.ladder.PitfallResult;
import dev.callcost.text.ForeignLocale;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of made-up results, whose numbers are calculated by hand. {@link ReadmeTablesDriftIT} compares those of the committed ones. */
@ExtendWith(ForeignLocale.class)
class TablesTest {
    private static final double T_99_OF_1_DEGREE = 63.657;
    private static final double T_99_OF_2_DEGREES = 9.925;

    private static final String ECHO = "EchoBurstBenchmark.round";

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
        assertThat(table(
                        "marshaller",
                        formatRow("MarshallerBenchmark.encode", "PROTOBUF", "CALL", 50),
                        formatRow("MarshallerBenchmark.encodeAgain", "PROTOBUF", "CALL", 40),
                        formatRow("MarshallerBenchmark.decode", "PROTOBUF", "CALL", 60),
                        formatRow("MarshallerBenchmark.encode", "GSON", "CALL", 1)))
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
        assertThat(table(
                        "wire-format",
                        formatRow(call, "PROTOBUF", "CALL", 2000),
                        formatRow(call, "GSON", "CALL", 2100),
                        formatRow(call, "PROTOBUF", "KILOBYTE", 3000),
                        formatRow(call, "GSON", "KILOBYTE", 6000),
                        formatRow(call, "GSON", "LONGS_1000", 9000)))
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
        assertThat(table("contended", row)).endsWith("| B.c | 4 | 25.0% | 5.00 us | 10.0 us | 2.00 |\n");
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
        assertThat(table("recorder", row)).contains("| X.call | ", " | 2 | 1.0200 | +2.00% to +2.00% | 3.00 ms |");
    }

    @Test
    void theDriverCountsByTheFirstRunOfItsForksNotByTheSumInTheScore() {
        Row driver = row("ItemSeventeenBenchmark.asPublished")
                .metric("rmi", List.of(List.of(20_000.0, 5.0), List.of(20_000.0, 7.0)))
                .of(1, 1);
        assertThat(column(table("item17", driver), "RMI")).containsExactly("20.0 us ±0.0%");
    }

    @Test
    void pingsAndRoundTripsAreMeansOfCallsAndTheIdleTimeIsAMedian() {
        Row call = row("RmiIdleBenchmark.call")
                .param("idleMillis", "1")
                .metric("pings", 0, 1, 0, 0)
                .metric("roundTrips", 1, 2, 1, 1)
                .metric("idleMicros", 1000, 1010, 1030, 9000)
                .ofFork(30, 32, 99, 30);
        String table = table("idle", call);
        assertThat(column(table, "pinged")).containsExactly("25.0%");
        assertThat(column(table, "round trips per call")).containsExactly("1.25");
        // (1010 + 1030) / 2
        assertThat(column(table, "connection idle before it")).containsExactly("1.02 ms");
        // sqrt(30 x 32) = 30.98
        assertThat(column(table, "time per call")).containsExactly("31.0 us");
    }

    @Test
    void thePlateauIsTheMedianOfTheLastThirdAndOfThreeRoundsAtLeast() {
        assertThat(plateau(90, 50, 9, 40, 20, 30)).isCloseTo(30, within(1e-9));
        assertThat(plateau(90, 50, 9, 9, 9, 9, 9, 9, 40, 20, 30, 50)).isCloseTo(Math.sqrt(30 * 40), within(1e-9));
        assertThat(bursts(1, 2, 3, 4).plateau()).isEmpty();
        assertThat(bursts(1, 2, 3, 4, 5).plateau()).isPresent();
    }

    @Test
    void thePlateauIsReachedInTheFirstRoundWithinATenthOfIt() {
        assertThat(bursts(50, 22.1, 21.9, 40, 20, 20, 20).roundsToPlateau()).isEqualTo(3);
        assertThat(bursts(20, 50, 20, 20, 20).roundsToPlateau()).isEqualTo(1);
        assertThat(new Bursts(List.of(List.of(9.0, 1.0, 1.0, 1.0, 1.0), List.of(9.0, 9.0, 9.0, 1.0, 1.0, 1.0)))
                        .roundsToPlateau())
                .isEqualTo((2 + 4) / 2.0);
    }

    @Test
    void whatWarmthIsWorth() {
        double d = 0.02;
        Row fresh = row(ECHO).param("server", "OWN_JVM_FRESH").of(cold(200, 200 * Math.exp(d)));
        Row warm = row(ECHO).param("server", "OWN_JVM_WARM").of(cold(100, 100 * Math.exp(d)));
        String table = table("echo", fresh, warm);
        // 10^6 / 200 and 10^6 / 20
        assertThat(column(table, "plateau, calls/s").get(0)).startsWith("50000");
        assertThat(column(table, "rounds to the plateau")).containsExactly("3.0", "3.0");
        // Each mean of two logarithms has the variance (d / 2)^2, their difference twice that, at two degrees of
        // freedom.
        double welch = Math.exp(T_99_OF_2_DEGREES * d / Math.sqrt(2));
        assertThat(column(table, "round 1 / warm server's")).containsExactly(interval(200.0 / 100, welch), "");
        // The forks' own ratios are 100 / 20 and 100 e^d / 20.
        double paired = Math.exp(T_99_OF_1_DEGREE * d / 2);
        assertThat(column(table, "round 1 / plateau, time").get(1)).isEqualTo(interval(5 * Math.exp(d / 2), paired));
    }

    @Test
    void clientsAndDelay() {
        Row row = row("ClientsDelayBenchmark.tenClients")
                .threads(10)
                .params(Map.of("delay", "SLEEP", "delayMicros", "1000", "wireFormat", "PROTOBUF"))
                .metric("workMicros", 1050, 1150)
                .metric("latencyMicros", 1800, 2100)
                .metric("lambdaW", 9.9, 10)
                .metric("handlersAtOnce", 5, 6)
                .metric("cpuMicros", 70, 72)
                .ofFork(1900, 2100);
        String table = table("delay", row);
        assertThat(column(table, "measured")).containsExactly("1.10 ms");
        // ten threads, each with a call in 2000 us
        assertThat(column(table, "RPCs/s")).containsExactly("5000");
        assertThat(column(table, "average latency")).containsExactly("1.95 ms");
        assertThat(column(table, "delta")).containsExactly("850 us");
        assertThat(column(table, "threads")).containsExactly("10");
        assertThat(column(table, "lambda x W")).containsExactly("9.95");
        assertThat(column(table, "handlers at work")).containsExactly("5.50");
        assertThat(column(table, "CPU per call")).containsExactly("71.0 us");
    }

    @Test
    void aDeltaLostInNoiseHasNoInterval() {
        Row row = row("ClientsDelayBenchmark.oneClient")
                .metric("workMicros", forks(98, 103))
                .metric("latencyMicros", forks(100, 100))
                .of(100, 100);
        // (2 - 3) / 2
        assertThat(column(table("delay", row), "delta")).containsExactly("-0.500 us");
    }

    @Test
    void heapsAreComparedByCallsPerSecond() {
        Map<String, String> cell = Map.of("wireFormat", "GSON", "longs", "1000");
        double d = 0.02;
        Row small = row("SmallHeapBenchmark.unary").params(cell).of(1000, 1000 * Math.exp(d));
        Row large = row("LargeHeapBenchmark.unary").params(cell).of(400, 400 * Math.exp(d));
        String table = table("heap", small, large);
        assertThat(column(table, "/ large heap"))
                .containsExactly(interval(0.4, Math.exp(T_99_OF_2_DEGREES * d / Math.sqrt(2))), "");
        // 10^6 / (1000 e^0.01)
        assertThat(column(table, "calls/s").get(0)).startsWith("990 ±");
        assertThat(table).as("without -prof gc").doesNotContain("pauses, of the time |");
    }

    @Test
    void collectionsAreCountedInIterationsWithoutOneToo() {
        Row row = row("SmallHeapBenchmark.unary")
                .metric("gc.count", List.of(List.of(2.0, 0.0), List.of(1.0, 0.0)))
                .metric("gc.time", forks(15, 5))
                .of(1, 1);
        String table = table("heap", row);
        // three in four iterations of half a second, and 20 ms of their 2 s
        assertThat(column(table, "collections a second")).containsExactly("1.50");
        assertThat(column(table, "pauses, of the time")).containsExactly("1.0%");
    }

    @Test
    void clientsAreComparedByCallsPerSecondOfTheSameNumberInFlight() {
        String table = table("clients", client("callcost", 1, 200), client("ghz", 1, 100), client("ghz", 10, 300));
        assertThat(column(table, "calls/s")).containsExactly("200", "100", "300");
        assertThat(column(table, "/ callcost")).containsExactly("", "0.500", "");
        assertThat(column(table, "server busy")).containsExactly("50.0%", "50.0%", "50.0%");
    }

    @ParameterizedTest
    @CsvSource({
        // one at a time: 10^6 / 40,000, and 40,000 / 50,000 of it
        "SYNCHRONIZED, SLEEP, FUTURE, DEFAULT, 25.0, 80.0%",
        "SYNCHRONIZED, SPIN, FUTURE, DEFAULT, 25.0, 80.0%",
        "SYNCHRONIZED, SLEEP, FUTURE, FIXED, 25.0, 80.0%",
        "CONCURRENT, SLEEP, BLOCKING, DEFAULT, 25.0, 80.0%",
        "CONCURRENT, SPIN, BLOCKING, DEFAULT, 25.0, 80.0%",
        "CONCURRENT, SLEEP, FUTURE, DIRECT, 25.0, 80.0%",
        // two threads
        "SYNCHRONIZED_NARROW, SLEEP, FUTURE, FIXED, 50.0, 40.0%",
        // a hundred in flight
        "SYNCHRONIZED_NARROW, SLEEP, FUTURE, DEFAULT, 2500, 0.8%",
        "CONCURRENT, PARK, FUTURE, VIRTUAL, 2500, 0.8%",
    })
    void theBoundOfAClosedLoop(String store, String work, String client, String executor, String bound, String share) {
        String table = table("keyvalue", keyValue(store, work, client, executor));
        assertThat(column(table, "bound, calls/s")).containsExactly(bound);
        assertThat(column(table, "of the bound")).containsExactly(share);
        assertThat(column(table, "calls/s")).containsExactly("20.0");
    }

    @ParameterizedTest
    @CsvSource({
        "CONCURRENT, SPIN, FUTURE, DEFAULT",
        "CONCURRENT, SPIN, FUTURE, FIXED",
        "CONCURRENT, SLEEP, FUTURE, WORK_STEALING",
        "SYNCHRONIZED, NONE, FUTURE, DEFAULT",
    })
    void noBoundWhereTheFileDoesNotHoldIt(String store, String work, String client, String executor) {
        assertThat(table("keyvalue", keyValue(store, work, client, executor))).doesNotContain("bound, calls/s |");
    }

    @Test
    void outcomesAreSharesOfAllCalls() {
        String table = table("keyvalue", keyValue("CONCURRENT", "SLEEP", "FUTURE", "DEFAULT"));
        // 60 + 70, 1 + 2 and 39 + 28 of 200
        assertThat(column(table, "ok")).containsExactly("65.0%");
        assertThat(column(table, "ALREADY_EXISTS")).containsExactly("1.5%");
        assertThat(column(table, "NOT_FOUND")).containsExactly("33.5%");
    }

    private static Row client(String name, int inFlight, double rate) {
        return row("Clients.calls")
                .throughput("ops/s")
                .params(Map.of("client", name, "inFlight", String.valueOf(inFlight)))
                .metric("serverCpu", 0.5)
                .of(rate);
    }

    private static Row keyValue(String store, String work, String client, String executor) {
        return row("KeyValueBenchmark.operation")
                .params(Map.of("store", store, "work", work, "client", client, "executor", executor))
                .params(Map.of("inFlight", "100", "readMicros", "10000", "writeMicros", "50000"))
                .metric("workMicros", 39_000, 41_000)
                .metric("ok", 60, 70)
                .metric("alreadyExists", 1, 2)
                .metric("notFound", 39, 28)
                .ofFork(49_000, 51_000);
    }

    /** Two forks with first rounds of their own and a plateau of 20. */
    private static List<List<Double>> cold(double first, double other) {
        return List.of(List.of(first, 30.0, 20.0, 20.0, 20.0), List.of(other, 30.0, 20.0, 20.0, 20.0));
    }

    private static Bursts bursts(double... rounds) {
        return new Bursts(List.of(Arrays.stream(rounds).boxed().toList()));
    }

    private static double plateau(double... rounds) {
        return bursts(rounds).plateau().orElseThrow().forks().get(0);
    }

    private static String interval(double value, double factor) {
        return Numbers.significant(value) + " [" + Numbers.significant(value / factor) + ", "
                + Numbers.significant(value * factor) + "]";
    }

    private static String table(String kind, Row... rows) {
        return RowTable.markdown(kind, Rows.file("made-up.json", rows));
    }

    /** The cells of a column of the first table in a text. */
    private static List<String> column(String text, String name) {
        List<List<String>> lines = text.substring(text.indexOf("| "))
                .lines()
                .takeWhile(line -> !line.isEmpty())
                .map(line -> Arrays.stream(line.substring(1, line.length() - 1).split("\\|"))
                        .map(String::strip)
                        .toList())
                .toList();
        int column = lines.get(0).indexOf(name);
        assertThat(column).as(name).isNotNegative();
        return lines.stream().skip(2).map(line -> line.get(column)).toList();
    }
}
