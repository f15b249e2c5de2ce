package dev.callcost.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.callcost.compare.Rows;
import dev.callcost.data.Fixtures;
import dev.callcost.data.Fork;
import dev.callcost.data.Fork.Iteration;
import dev.callcost.data.LogLines;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.ladder.Ladder.Order;
import dev.callcost.ladder.Ladder.Step;
import dev.callcost.text.ForeignLocale;
import dev.callcost.text.Sections;
import dev.callcost.text.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(ForeignLocale.class)
class LadderTest {
    private static final Row ROW = row("RmiBenchmark.call n=1", 10, 11);

    @TempDir
    private Path folder;

    /** Other rows, missing rungs, and steps against the order. */
    @ParameterizedTest
    @ValueSource(strings = {"five-forks", "one-fork", "out-of-order"})
    void isTheTableOfItsFile(String name) throws IOException {
        LadderTable table = new LadderTable(Ladder.of(Fixtures.read(name + ".json")));
        Fixtures.assertText(
                "report/ladder-" + name + ".txt",
                table.addTo(new Sections(false)).list(table.notes(true)).text());
        Fixtures.assertText(
                "report/ladder-" + name + ".md", table.addTo(new Sections(true)).text());
    }

    @Test
    void findsEveryRung() {
        List<Row> rows = new ArrayList<>();
        for (Rung rung : Rung.values()) {
            rows.add(Rows.row(rung.benchmark()).params(rung.params()).of(10 + rows.size()));
        }
        Collections.reverse(rows);
        Row other = row("LocalCallBenchmark.reflection", 5);
        rows.add(other);
        Ladder ladder = ladder(rows.toArray(Row[]::new));
        assertThat(ladder.steps()).extracting(Step::rung).containsExactly(Rung.values());
        assertThat(ladder.steps())
                .allSatisfy(step -> assertThat(step.below().map(Step::rung).orElse(null))
                        .isEqualTo(step.rung().below.rung()))
                .filteredOn(step -> step.below().isEmpty())
                .extracting(Step::rung)
                .containsExactly(Rung.INLINE);
        assertThat(ladder.others()).containsExactly(other);
    }

    @Test
    void itsRowsAreKnownBeforeTheyAreMeasured() {
        assertThat(Stream.of(
                        "LocalCallBenchmark.interfaceCall receiverTypes=4",
                        "LocalCallBenchmark.interfaceCall receiverTypes=2",
                        "GrpcPinningBenchmark.unary pinning=ONE_CPU",
                        "GrpcPayloadBenchmark.unary payload=1024"))
                .filteredOn(row -> {
                    String[] words = row.split("[ =]");
                    return Rung.place(new RowKey(
                                    "dev.callcost.benchmark." + words[0], "avgt", Map.of(words[1], words[2])))
                            < Rung.values().length;
                })
                .as("a rung, and the base cell")
                .containsExactly(
                        "LocalCallBenchmark.interfaceCall receiverTypes=4",
                        "GrpcPinningBenchmark.unary pinning=ONE_CPU");
    }

    @Test
    void timesAndRatiosAreWithinTheRoundsOfALog() {
        ResultsFile file = ResultsFile.read(Path.of("results", "epyc-vm-jdk17-rungs"));
        Ladder within = Ladder.of(file);
        Ladder without = new Ladder(file, List.of());
        assertThat(within.caption(within.rows())).contains(" between rounds, which is removed");
        assertThat(without.caption(without.rows())).doesNotContain("between rounds");
        Step rmi = within.step(Rung.RMI).orElseThrow();
        assertThat(meanHalfWidth(within)).isLessThan(meanHalfWidth(without));
        assertThat(rmi.ratio())
                .contains(rmi.nanos().ratioTo(rmi.below().orElseThrow().nanos()));
        assertThat(within.step(Rung.RMI_FREE).orElseThrow().nanos())
                .as("threads on any CPU")
                .isEqualTo(without.step(Rung.RMI_FREE).orElseThrow().nanos());
    }

    private static double meanHalfWidth(Ladder ladder) {
        return ladder.steps().stream()
                .mapToDouble(step -> step.nanos().relativeHalfWidth())
                .average()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"9, CONFIRMED", "11, VIOLATED", "10, INCONCLUSIVE"})
    void aRatioThatIsShownIsAnOrderThatIsChecked(double below, Order order) {
        Row rmi = row("RmiBenchmark.call", 10);
        Row lower = row("LocalCallBenchmark.interfaceCall receiverTypes=4", below);
        assertThat(ladder(lower, rmi).step(Rung.RMI).orElseThrow().order()).contains(order);
    }

    /** Intervals that overlap a little, where that of the ratio does not hold 1. */
    @Test
    void separatesByTheRatioAndNotByOverlap() {
        Row lower = row("LocalCallBenchmark.interfaceCall receiverTypes=4", 99, 100, 101, 99, 101);
        Row upper = row("RmiBenchmark.call", 102, 103, 104, 102, 104);
        Step step = ladder(lower, upper).step(Rung.RMI).orElseThrow();
        assertThat(step.nanos().low())
                .isLessThan(step.below().orElseThrow().nanos().high());
        assertThat(step.order()).contains(Order.CONFIRMED);
    }

    @Test
    void aRungIsMeasuredByAnyRowOfItsCell() {
        Row payload = row("GrpcPayloadBenchmark.unary payload=0", 50);
        Row larger = row("GrpcPayloadBenchmark.unary payload=1024", 60);
        Ladder ladder = ladder(larger, payload);
        assertThat(ladder.step(Rung.BASE_CELL).orElseThrow().row()).isEqualTo(payload);
        assertThat(ladder.others()).containsExactly(larger);
        assertThat(text(ladder))
                .containsPattern("GrpcPayloadBenchmark.unary payload=0 +50.0 us .* same row as gRPC NIO")
                .containsPattern("GrpcPayloadBenchmark.unary payload=1024 +60.0 us");
    }

    @Test
    void expectsNoOrderAcrossAMissingRungOfWhichNoneIsExpected() {
        Row inline = row("InlineCallBenchmark.latency", 2);
        Row free = row("RmiPinningBenchmark.call pinning=FREE", 1);
        Ladder ladder = ladder(inline, free);
        assertThat(ladder.step(Rung.RMI_FREE).orElseThrow().below())
                .contains(ladder.step(Rung.INLINE).orElseThrow());
        assertThat(ladder.violations()).isEmpty();
    }

    @Test
    void takesTheRowWithTheFewestThreadsAndOnlyMeanTimes() {
        Row throughput = Rows.row("RmiBenchmark.call").mode("thrpt").of(10, 10, 10.01);
        Row four = Rows.row("RmiBenchmark.call").threads(4).of(10, 10, 10.01);
        Row one = row("RmiBenchmark.call", 10);
        Ladder ladder = ladder(throughput, four, one);
        assertThat(ladder.steps()).extracting(Step::row).containsExactly(one);
        assertThat(ladder.others()).containsExactly(throughput, four);
    }

    private static Ladder ladder(Row... rows) {
        return Ladder.of(Rows.file("made-up.json", rows));
    }

    @Test
    void aTooWideIntervalGivesWayToTheLowestAndTheHighestFork() {
        Row apart = row("LocalCallBenchmark.interfaceCall receiverTypes=4", 20, 40);
        Row close = row("RmiBenchmark.call", 100, 100.1);
        assertThat(text(ladder(apart, close)))
                .containsPattern("4 receiver types +20.0-40.0 us +2 forks  ")
                .containsPattern("RMI +100 us +3.2%  ")
                .containsPattern("note: 1 row: too few forks for an interval; raise -f by about \\d+\n");
    }

    /** A table that fits a terminal has a line for each row and no line that is longer than the terminal. */
    @ParameterizedTest
    @ValueSource(strings = {"epyc-vm-jdk17-rungs", "epyc-vm-jdk17-formats", "epyc-vm-jdk17-others"})
    void fitsATerminal(String folder) {
        Ladder ladder = Ladder.of(ResultsFile.read(Path.of("results", folder)));
        List<String> whole = text(ladder).lines().toList();
        for (int width : List.of(80, 100, 140)) {
            List<String> lines = text(ladder, width).lines().toList();
            assertThat(lines).as("at %d", width).allMatch(line -> line.length() <= width);
            assertThat(lines.stream().filter(LadderTest::hasTime).count())
                    .as("at %d", width)
                    .isEqualTo(whole.stream().filter(LadderTest::hasTime).count());
        }
    }

    private static boolean hasTime(String line) {
        return line.matches(".*\\d [num]?s +(\\d[\\d.]*%|\\d+ forks?)(  .*|)");
    }

    private static String text(Ladder ladder) {
        return text(ladder, Terminal.ENDLESS);
    }

    private static String text(Ladder ladder, int width) {
        LadderTable table = new LadderTable(ladder);
        return table.addTo(Sections.text(width)).list(table.notes(true)).text();
    }

    /**
     * @param name of the method, with a param as {@code name=value}
     * @param forks a score each; one stands for three that are nearly equal
     */
    private static Row row(String name, double... forks) {
        String[] words = name.split("[ =]");
        Rows row = Rows.row(words[0]);
        Rows named = words.length == 1 ? row : row.param(words[1], words[2]);
        return forks.length == 1 ? named.of(forks[0], forks[0], forks[0] * 1.001) : named.of(forks);
    }

    @Test
    void onlyRowsWithTheForksOfTheLogHaveRounds() {
        List<Row> rows = Stream.of("Rmi.call", "Twice.call", "Lost.call")
                .map(name -> Rows.row(name).of(1, 1))
                .toList();
        List<Fork> log =
                List.of(fork(rows, 0, 2), fork(rows, 0, 3), fork(rows, 1, 2), fork(rows, 1, 2), fork(rows, 2, 2));
        ResultsFile file = new ResultsFile(
                Path.of("made-up.json"),
                Stream.concat(rows.stream(), Stream.of(Rows.row("Other.call").of(1)))
                        .toList());
        assertThat(Ladder.rounds(file, log)).isEqualTo(Map.of(rows.get(0).key(), List.of(2, 3)));
    }

    private static Fork fork(List<Row> rows, int row, int round) {
        return Fork.of(JsonParser.parseString(LogLines.fork(rows.get(row).key(), "us/op", round, Map.of(), List.of()))
                .getAsJsonObject());
    }

    private static String fork(String... iterations) {
        return LogLines.fork(ROW.key(), "us/op", 1, Map.of(), List.of(iterations));
    }

    private static String iteration(boolean warmUp, long operations, long cpuNanos, long switches) {
        return "{\"warmup\":%s,\"nanos\":1,\"score\":1,\"operations\":%s,\"cpuNanos\":%s,\"contextSwitches\":%s}"
                .formatted(warmUp, operations, cpuNanos, switches);
    }

    private ResultsFile file(String... forks) throws IOException {
        Files.writeString(folder.resolve("log.jsonl"), LogLines.RUN + String.join("", forks));
        return new ResultsFile(folder.resolve("results.json"), List.of(ROW));
    }

    /**
     * What no row of the log has is not known. A loop of nanoseconds switches so seldom that it is zero, where others
     * do switch.
     */
    @Test
    void aForksCountersOverItsOperationsThenTheMeanOverForks() throws IOException {
        ResultsFile file = file(
                fork(iteration(true, 1, 999, 999), iteration(false, 100, 10_000, 300), iteration(false, 300, 0, 100)),
                fork(iteration(false, 100, 3500, 400)));
        Ladder ladder = Ladder.of(file);
        // 10,000 / 400 = 25 and 35; 400 / 400 = 1 and 4
        assertThat(ladder.perOperation(ROW, Iteration::cpuNanos)).hasValue(30);
        assertThat(ladder.perOperation(ROW, Iteration::contextSwitches)).hasValue(2.5);
        assertThat(ladder.perOperation(row("Other.call n=1", 10, 11), Iteration::cpuNanos))
                .isEmpty();
        assertThat(text(ladder))
                .containsPattern(" time +± +CPU/op +switches/op +adds\n")
                .containsPattern("RMI .* 30.0 ns +2.5 +");

        Ladder untold = Ladder.of(file(fork(iteration(false, 100, 0, 0))));
        assertThat(untold.perOperation(ROW, Iteration::cpuNanos)).isEmpty();
        assertThat(untold.perOperation(ROW, Iteration::contextSwitches)).isEmpty();

        String other = fork(iteration(false, 100, 1, 7)).replace("RmiBenchmark", "Other");
        Ladder both = Ladder.of(file(fork(iteration(false, 100, 500, 0)), other));
        assertThat(both.perOperation(ROW, Iteration::contextSwitches)).hasValue(0);
    }

    @Test
    void countersAreOfAllMeasuredIterations() throws IOException {
        String fast = iteration(1);
        ResultsFile file = file(fork(fast, fast, iteration(10)));
        assertThat(text(Ladder.of(file)))
                .containsPattern("CPU/op +switches/op +in the kernel +loopback/op +adds\n")
                .containsPattern("RMI .* 40.0 ns +8.0 +60% +1200 B in 16 packets +");
    }

    /** One of ten operations, with counters so many times as high. */
    private static String iteration(int times) {
        return iteration(false, 10, 100 * times, 20 * times)
                .replace(
                        "}",
                        ",\"systemNanos\":%s,\"loopbackBytes\":%s,\"loopbackPackets\":%s}"
                                .formatted(60 * times, 3000 * times, 40 * times));
    }
}
