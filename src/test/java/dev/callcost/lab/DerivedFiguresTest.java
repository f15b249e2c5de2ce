package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.text.Numbers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the tables reckon, against the same done by hand. */
class DerivedFiguresTest {
    private static final double T_99_OF_1_DEGREE = 63.657;
    private static final double T_99_OF_2_DEGREES = 9.925;

    private static final String KEY_VALUE = "KeyValueBenchmark.operation";
    private static final String ECHO = "EchoBurstBenchmark.round";

    @Test
    void publishedTimesPerCall() {
        List<List<Double>> one = List.of(List.of(1.0));
        Row driver = row(
                "ItemSeventeenBenchmark.asPublished",
                1,
                one,
                Map.of(),
                Map.of(
                        "inlineFirst",
                        one,
                        "functionFirst",
                        one,
                        "inlineSecond",
                        one,
                        "functionSecond",
                        one,
                        "rmi",
                        one));
        String table = table(ItemSeventeenTable::markdown, driver);
        // 340 ms / 5,000,000 = 68 ns and so on
        assertThat(column(table, "published, per call"))
                .containsExactly("68.0 ns", "54.2 ns", "38.0 ns", "70.2 ns", "87.5 us");
    }

    @Test
    void theDriverCountsByTheFirstRunOfItsForksNotByTheSumInTheScore() {
        Row driver = row(
                "ItemSeventeenBenchmark.asPublished",
                1,
                forks(1, 1),
                Map.of(),
                Map.of("rmi", List.of(List.of(20_000.0, 5.0), List.of(20_000.0, 7.0))));
        assertThat(column(table(ItemSeventeenTable::markdown, driver), "the driver here"))
                .containsExactly("20.0 us ±0.0%");
    }

    @Test
    void aRoundIsEstimatedOverForks() {
        Row rounds = new Row(
                "a.B.rounds",
                "ss",
                1,
                new TreeMap<>(),
                new Metric("us/op", List.of(List.of(4.0, 2.0), List.of(9.0, 2.0, 1.0))),
                new TreeMap<>(),
                new TreeMap<>());
        // sqrt(4 x 9) = 6; the third round is not in every fork
        assertThat(column(table(IterationTables::rounds, rounds), "B.rounds"))
                .hasSize(2)
                .first()
                .asString()
                .startsWith("6.00 us ±");
    }

    @Test
    void pingsAndRoundTripsAreMeansOfCallsAndTheIdleTimeIsAMedian() {
        Row call = row(
                "RmiIdleBenchmark.call",
                1,
                List.of(List.of(30.0, 32.0, 99.0, 30.0)),
                Map.of("idleMillis", "1"),
                Map.of(
                        "pings", List.of(List.of(0.0, 1.0, 0.0, 0.0)),
                        "roundTrips", List.of(List.of(1.0, 2.0, 1.0, 1.0)),
                        "idleMicros", List.of(List.of(1000.0, 1010.0, 1030.0, 9000.0))));
        String table = table(IdleTable::markdown, call);
        assertThat(column(table, "pinged")).containsExactly("25.0%");
        assertThat(column(table, "round trips per call")).containsExactly("1.25");
        // (1010 + 1030) / 2
        assertThat(column(table, "connection idle before it")).containsExactly("1.02 ms");
        // sqrt(30 x 32) = 30.98
        assertThat(column(table, "time per call")).containsExactly("31.0 us");
    }

    @Test
    void thePlateauIsTheMedianOfTheLastThirdAndOfThreeRoundsAtLeast() {
        assertThat(curve(90, 50, 9, 40, 20, 30).plateau().forks().get(0)).isCloseTo(30, within(1e-9));
        assertThat(curve(90, 50, 9, 9, 9, 9, 9, 9, 40, 20, 30, 50)
                        .plateau()
                        .forks()
                        .get(0))
                .isCloseTo(Math.sqrt(30 * 40), within(1e-9));
        assertThat(curve(1, 2, 3, 4).hasPlateau()).isFalse();
        assertThat(curve(1, 2, 3, 4, 5).hasPlateau()).isTrue();
    }

    @Test
    void thePlateauIsReachedInTheFirstRoundWithinATenthOfIt() {
        assertThat(curve(50, 22.1, 21.9, 40, 20, 20, 20).roundsToPlateau()).isEqualTo(3);
        assertThat(curve(20, 50, 20, 20, 20).roundsToPlateau()).isEqualTo(1);
        assertThat(new EchoCurve(List.of(List.of(9.0, 1.0, 1.0, 1.0, 1.0), List.of(9.0, 9.0, 9.0, 1.0, 1.0, 1.0)))
                        .roundsToPlateau())
                .isEqualTo((2 + 4) / 2.0);
    }

    @Test
    void theAuthorsRoundsAreReckonedAsOurs() {
        Row echo = row(ECHO, 1, List.of(List.of(200.0)), Map.of("server", "SAME_JVM"), Map.of());
        String table = table(EchoTable::markdown, echo);
        assertThat(table).contains("5,464; 22,698; 25,596; 31,432; 39,056; 31,908; 26,475; 39,690; 39,208; 39,460;");
        // the median of 39,690, 39,208 and 39,460; 39,460 / 39,056 = 1.01 in round 5; 39,460 / 5,464 = 7.22
        assertThat(column(table, "plateau, calls/s")).containsExactly("39500", "");
        assertThat(column(table, "rounds to the plateau")).containsExactly("5", "");
        assertThat(column(table, "round 1 / plateau, time")).containsExactly("7.22", "");
        // 10^6 / 200
        assertThat(column(table, "round 1, calls/s")).containsExactly("5460", "5000");
    }

    @Test
    void whatWarmthIsWorth() {
        double d = 0.02;
        Row fresh = row(ECHO, 1, cold(200, 200 * Math.exp(d)), Map.of("server", "OWN_JVM_FRESH"), Map.of());
        Row warm = row(ECHO, 1, cold(100, 100 * Math.exp(d)), Map.of("server", "OWN_JVM_WARM"), Map.of());
        String table = table(EchoTable::markdown, fresh, warm);
        String warmth = table.substring(table.indexOf("| client | server's part"));
        // Each mean of two logarithms has the variance (d / 2)^2, their difference twice that, at two degrees of
        // freedom.
        double welch = Math.exp(T_99_OF_2_DEGREES * d / Math.sqrt(2));
        assertThat(column(warmth, "server's part: round 1, fresh / warm"))
                .containsExactly(interval(200.0 / 100, welch));
        // The forks' own ratios are 100 / 20 and 100 e^d / 20.
        double paired = Math.exp(T_99_OF_1_DEGREE * d / 2);
        assertThat(column(warmth, "client's part: warm server, round 1 / plateau"))
                .containsExactly(interval(5 * Math.exp(d / 2), paired));
        assertThat(column(table, "round 1 / plateau, time").get(2)).isEqualTo(interval(5 * Math.exp(d / 2), paired));
    }

    @Test
    void theAuthorsDelaysAddUp() {
        String table = DelayTable.published(null);
        List<String> clients = column(table, "Clients");
        assertThat(clients).hasSize(15);
        for (int i = 0; i < clients.size(); i++) {
            double calls = number(table, "RPCs", i);
            double sum = number(table, "sum(us)", i);
            assertThat(number(table, "RPCs/s", i)).isCloseTo(calls / 10, within(0.005));
            assertThat(number(table, "avg(us)", i)).isCloseTo(sum / calls, within(0.0051));
            assertThat(number(table, "delta(us)", i))
                    .isCloseTo((sum - number(table, "simulated_delay(us)", i) * calls) / calls, within(0.0051));
        }
    }

    @Test
    void clientsAndDelay() {
        Row row = row(
                "ClientsDelayBenchmark.tenClients",
                10,
                List.of(List.of(1900.0, 2100.0)),
                Map.of("delay", "SLEEP", "delayMicros", "1000", "wireFormat", "PROTOBUF"),
                Map.of(
                        "workMicros", List.of(List.of(1050.0, 1150.0)),
                        "latencyMicros", List.of(List.of(1800.0, 2100.0)),
                        "lambdaW", List.of(List.of(9.9, 10.0)),
                        "handlersAtOnce", List.of(List.of(5.0, 6.0)),
                        "cpuMicros", List.of(List.of(70.0, 72.0))));
        String table = table(DelayTable::markdown, row);
        assertThat(column(table, "measured")).containsExactly("1.10 ms");
        // ten threads, each with a call in 2000 us
        assertThat(column(table, "RPCs/s")).containsExactly("5000");
        assertThat(column(table, "average latency")).containsExactly("1.95 ms");
        assertThat(column(table, "delta")).containsExactly("850 us");
        assertThat(column(table, "in flight: configured")).containsExactly("10");
        assertThat(column(table, "lambda x W")).containsExactly("9.95");
        assertThat(column(table, "handlers at work")).containsExactly("5.50");
        assertThat(column(table, "CPU per call")).containsExactly("71.0 us");
        assertThat(table).doesNotContain("PROTOBUF");
    }

    @Test
    void aDeltaLostInNoiseHasNoInterval() {
        Row row = row(
                "ClientsDelayBenchmark.oneClient",
                1,
                forks(100, 100),
                Map.of(),
                Map.of("workMicros", forks(98, 103), "latencyMicros", forks(100, 100)));
        // (2 - 3) / 2
        assertThat(column(table(DelayTable::markdown, row), "delta")).containsExactly("-0.500 us");
    }

    @Test
    void heapsAreComparedByCallsPerSecond() {
        Map<String, String> cell = Map.of("wireFormat", "GSON", "longs", "1000");
        double d = 0.02;
        Row small = row("SmallHeapBenchmark.unary", 1, forks(1000, 1000 * Math.exp(d)), cell, Map.of());
        Row large = row("LargeHeapBenchmark.unary", 1, forks(400, 400 * Math.exp(d)), cell, Map.of());
        String table = table(HeapTable::markdown, small, large);
        assertThat(column(table, "20 MB / 256 MB, 1000 longs"))
                .containsExactly(interval(0.4, Math.exp(T_99_OF_2_DEGREES * d / Math.sqrt(2))));
        // 10^6 / (1000 e^0.01) and 10^6 / (400 e^0.01)
        assertThat(column(table, "20 MB, 1000 longs").get(0)).startsWith("990 ±");
        assertThat(column(table, "256 MB, 1000 longs").get(0)).startsWith("2480 ±");
        assertThat(column(table, "published: 256 MB, tiny")).containsExactly("7,010");
        assertThat(column(table, "published: 20 MB, 1000 longs")).containsExactly("754");
    }

    @Test
    void collectionsAreCountedInIterationsWithoutOneToo() {
        Map<String, String> cell = Map.of("wireFormat", "GSON", "longs", "1000");
        Map<String, List<List<Double>>> collector = Map.of(
                "gc.count",
                List.of(List.of(2.0, 0.0), List.of(1.0, 0.0)),
                "gc.time",
                List.of(List.of(15.0), List.of(5.0)));
        String table = table(HeapTable::collections, row("SmallHeapBenchmark.unary", 1, forks(1, 1), cell, collector));
        // three in four iterations of half a second, and 20 ms of their 2 s
        assertThat(column(table, "collections a second")).containsExactly("1.50");
        assertThat(column(table, "pauses, of the time")).containsExactly("1.0%");
        assertThat(column(table, "heap")).containsExactly("20 MB");
    }

    @Test
    void withoutTheProfilerOfTheCollectorNothingIsSaidOfIt() {
        Map<String, String> cell = Map.of("wireFormat", "GSON", "longs", "0");
        String table = table(HeapTable::collections, row("LargeHeapBenchmark.unary", 1, forks(1, 1), cell, Map.of()));
        assertThat(column(table, "wire format")).containsExactly("GSON");
        assertThat(table).doesNotContain("0.0%");
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
        String table = table(KeyValueTable::markdown, keyValue(store, work, client, executor));
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
        assertThat(table(KeyValueTable::markdown, keyValue(store, work, client, executor)))
                .doesNotContain("bound, calls/s |");
    }

    @Test
    void outcomesAreSharesOfAllCalls() {
        String table = table(KeyValueTable::markdown, keyValue("CONCURRENT", "SLEEP", "FUTURE", "DEFAULT"));
        // 60 + 70, 1 + 2 and 39 + 28 of 200
        assertThat(column(table, "ok")).containsExactly("65.0%");
        assertThat(column(table, "ALREADY_EXISTS")).containsExactly("1.5%");
        assertThat(column(table, "NOT_FOUND")).containsExactly("33.5%");
    }

    private static Row keyValue(String store, String work, String client, String executor) {
        return row(
                KEY_VALUE,
                1,
                List.of(List.of(49_000.0, 51_000.0)),
                Map.of(
                        "store",
                        store,
                        "work",
                        work,
                        "client",
                        client,
                        "executor",
                        executor,
                        "inFlight",
                        "100",
                        "readMicros",
                        "10000",
                        "writeMicros",
                        "50000"),
                Map.of(
                        "workMicros", List.of(List.of(39_000.0, 41_000.0)),
                        "ok", List.of(List.of(60.0, 70.0)),
                        "alreadyExists", List.of(List.of(1.0, 2.0)),
                        "notFound", List.of(List.of(39.0, 28.0))));
    }

    /** Two forks with first rounds of their own and a plateau of 20. */
    private static List<List<Double>> cold(double first, double other) {
        return List.of(List.of(first, 30.0, 20.0, 20.0, 20.0), List.of(other, 30.0, 20.0, 20.0, 20.0));
    }

    private static EchoCurve curve(double... rounds) {
        return new EchoCurve(List.of(Arrays.stream(rounds).boxed().toList()));
    }

    private static List<List<Double>> forks(double... values) {
        return Arrays.stream(values).mapToObj(List::of).toList();
    }

    private static String interval(double value, double factor) {
        return Numbers.significant(value) + " [" + Numbers.significant(value / factor) + ", "
                + Numbers.significant(value * factor) + "]";
    }

    private static Row row(
            String benchmark,
            int threads,
            List<List<Double>> score,
            Map<String, String> params,
            Map<String, List<List<Double>>> counters) {
        TreeMap<String, Metric> secondary = new TreeMap<>();
        counters.forEach((name, values) -> secondary.put(name, new Metric("#", values)));
        return new Row(
                "a." + benchmark,
                "avgt",
                threads,
                new TreeMap<>(params),
                new Metric("us/op", score),
                secondary,
                new TreeMap<>());
    }

    private static String table(Function<ResultsFile, String> table, Row... rows) {
        return table.apply(new ResultsFile(Path.of("made-up.json"), List.of(rows)));
    }

    private static double number(String table, String column, int line) {
        return Double.parseDouble(column(table, column).get(line));
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
