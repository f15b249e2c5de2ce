package dev.callcost.ladder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonParser;
import dev.callcost.data.Fork;
import dev.callcost.data.LogLines;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.RowKey;
import dev.callcost.ladder.Warnings.RecordedRow;
import dev.callcost.stats.Uncontended;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Warnings of made-up runs, and thresholds that come from committed results. */
public class WarningsTest {
    @TempDir
    private Path folder;

    private final MadeUpRun run = new MadeUpRun(1);

    private void assertWarnings(int forks, String... lines) {
        assertThat(run.warnings(folder, forks)).containsExactly(lines);
    }

    @Test
    void aRowThatGetsFasterUntilTheEnd() {
        for (int i = 1; i <= 5; i++) {
            double step = 0.001 * i;
            run.exactRow("RmiBenchmark.call" + i).trend((round, iteration) -> 1 - step * iteration);
        }
        run.exactRow("RmiBenchmark.slight").trend((round, iteration) -> 1 - 0.0005 * iteration);
        assertWarnings(
                5,
                "warm-up not ended: RmiBenchmark.call5 became 7.6% faster from the first to the last "
                        + "third of its measured iterations (5 forks, p<0.0001); likewise RmiBenchmark.call4, "
                        + "RmiBenchmark.call3 and 2 more rows. Raise -wi of that row from 30 to at least 50 "
                        + "(iterations of 100 ms), or -w in proportion.");
    }

    @Test
    void aThroughputThatGrowsUntilTheMiddle() {
        run.exactRow("ClientsBenchmark.calls")
                .mode("thrpt", "ops/s", 1000)
                .iterations(4, 9, 500)
                .trend((round, iteration) -> iteration < 3 ? 0.8 : 1);
        assertWarnings(
                5,
                "warm-up not ended: ClientsBenchmark.calls mode=thrpt became 25.0% faster from the "
                        + "first to the last third of its measured iterations (5 forks, p<0.0001). Raise -wi of "
                        + "that row from 4 to at least 7 (iterations of 500 ms), or -w in proportion.");
    }

    @Test
    void aRowThatGetsSlower() {
        run.exactRow("KeyValueBenchmark.put").trend((round, iteration) -> 1 + 0.01 * iteration);
        assertWarnings(
                5,
                "getting slower: KeyValueBenchmark.put became 13.7% slower from the first to the last "
                        + "third of its measured iterations (5 forks, p<0.0001). Something grows or heats up: "
                        + "look at collections, heap and clock speed before a longer warm-up.");
    }

    @Test
    void aNeighbourIsNoDriftAndNoSecondMode() {
        run.exactRow("GrpcBenchmark.unary")
                .param("pinning", "ONE_CPU")
                .iterations(30, 20, 100)
                .trend((round, iteration) -> iteration < 10 || round % 2 == 0 ? 1 : 1.3)
                .counter("canaryNanos", (round, iteration) -> iteration < 10 || round % 2 == 0 ? 9000 : 18_000);
        assertWarnings(12);
        run.exactRow("RmiBenchmark.call").iterations(30, 4, 100).trend((round, iteration) -> iteration < 2 ? 1 : 1.3);
        assertThat(run.warnings(folder, 12))
                .as("without a canary")
                .singleElement()
                .asString()
                .startsWith("getting slower: Rmi");
    }

    @Test
    void aJitThatCompilesForHalfOfTheMeasuredIterations() {
        run.exactRow("GrpcBenchmark.unary").counter("compilationMillis", (round, iteration) -> iteration < 10 ? 13 : 0);
        assertWarnings(
                1,
                "warm-up not ended: GrpcBenchmark.unary compiled (JIT) for 6.8% of its measured time "
                        + "(1 fork). Raise -wi of that row from 30 to at least 44 (iterations of 100 ms), or -w "
                        + "in proportion.");
    }

    @Test
    void classesLoadedUntilTheEnd() {
        run.exactRow("GrpcBenchmark.unary")
                .iterations(30, 20, 200)
                .counter("classes", (round, iteration) -> round + iteration % 2);
        assertWarnings(
                3,
                "warm-up not ended: GrpcBenchmark.unary loaded 2.47 classes in a measured iteration "
                        + "(median of 3 forks). Raise -wi of that row from 30 to at least 50 (iterations of 200 "
                        + "ms), or -w in proportion.");
    }

    @Test
    void bimodalForks() {
        run.exactRow("LocalCallBenchmark.reflection")
                .fork(round -> (round % 4 == 0 ? 1.25 : 1) * (1 + 0.002 * (round % 3)));
        assertWarnings(
                12,
                "bimodal forks: LocalCallBenchmark.reflection has 3 of 12 forks 25.0% slower "
                        + "than the others (rounds 4, 8, 12; p<0.0001). Its mean describes neither group. If no "
                        + "slow minutes explain them, try -jvmArgsAppend -Xbatch (src/docs/compare.md), and raise -f.");
    }

    @Test
    void stolenTime() {
        run.exactRow("RmiBenchmark.call")
                .counter("stealNanos", (round, iteration) -> round == 3 && iteration % 4 == 0 ? 2e7 : 0);
        run.exactRow("RmiBenchmark.stray")
                .counter("stealNanos", (round, iteration) -> iteration < 2 && iteration >= 0 ? 1e7 : 0);
        assertWarnings(
                5,
                "steal: RmiBenchmark.call lost 4.8% of its CPU time to the hypervisor in round 3, and "
                        + "more than 1% in 1 of 5 forks. Other guests use the CPUs: run again at another time, "
                        + "or on a host that is not shared.");
    }

    @Test
    void rowsTooSmallForTheClock() {
        run.exactRow("RmiBenchmark.sample").mode("sample", "us/op", 2);
        run.exactRow("RmiBenchmark.large").mode("sample", "us/op", 4);
        run.exactRow("InlineCallBenchmark.once")
                .mode("ss", "ns/op", 700)
                .iterations(0, 20, 1)
                .fork(round -> 1);
        run.exactRow("InlineCallBenchmark.mean").mode("avgt", "ns/op", 2);
        assertWarnings(
                5,
                "too small for the clock: InlineCallBenchmark.once mode=ss takes 700 ns per "
                        + "invocation, which is 29.2 times what reading the clock costs, not 100; likewise "
                        + "RmiBenchmark.sample mode=sample. Measure its mean (-bm avgt), or do more in an "
                        + "invocation (-bs, @OperationsPerInvocation).");
    }

    @Test
    void iterationsTooShort() {
        run.exactRow("RmiBenchmark.call").iterations(30, 20, 9).counter("compilationMillis", (round, iteration) -> 0);
        assertWarnings(
                5,
                "iterations too short: RmiBenchmark.call has iterations of at most 9.00 ms, which "
                        + "one time slice of another thread changes. Raise the time: -r 100ms.");
    }

    @Test
    void pinnedForksThatLieFarApart() {
        IntToDoubleFunction wide = round -> 1 + 0.1 * (round % 3);
        run.exactRow("GrpcPinningBenchmark.unary").param("pinning", "ONE_CPU").fork(wide);
        run.exactRow("GrpcPinningBenchmark.unary")
                .param("pinning", "FREE")
                .fact("cpu", "any")
                .fork(wide);
        run.exactRow("RmiBenchmark.call").fact("cpu", "1").fork(round -> 1 + 0.08 * (round % 3));
        run.exactRow("RmiBenchmark.steady").fact("cpu", "1");
        assertWarnings(
                5,
                "pinned, yet forks far apart: GrpcPinningBenchmark.unary pinning=ONE_CPU has a "
                        + "coefficient of variation of 7.5% over 5 forks; at most 3.5% is usual (p=0.0011). The "
                        + "machine is not quiet or the forks differ: stop what else runs, look for slow "
                        + "minutes, and raise -f.");
    }

    @Test
    void theEndOfARunHasALineForEachOfTheFiveWorst() {
        for (int i = 1; i <= 3; i++) {
            double step = 0.001 * i;
            run.exactRow("RmiBenchmark.fasterAndFaster" + i).trend((round, iteration) -> 1 - step * iteration);
        }
        run.exactRow("RmiBenchmark.slower").trend((round, iteration) -> 1 + 0.01 * iteration);
        run.exactRow("RmiBenchmark.pinned").fact("cpu", "1").fork(round -> 1 + 0.1 * (round % 3));
        run.exactRow("RmiBenchmark.steal").counter("stealNanos", (round, iteration) -> 2e7);
        run.exactRow("RmiBenchmark.sample").mode("sample", "us/op", 2);
        run.exactRow("RmiBenchmark.short").iterations(30, 20, 9).counter("compilationMillis", (round, iteration) -> 0);
        List<Fork> log = run.log(folder, 5);
        assertThat(Warnings.brief(log, 60))
                .containsExactly(
                        "warm-up not ended: RmiB..AndFaster3 and 2 more rows: raise -wi or -w",
                        "getting slower: RmiB..ark.slower: something grows or heats up",
                        "pinned, yet forks far apart: RmiBenchmark.pinned: raise -f",
                        "steal: RmiBenchmark.steal: use a host of your own",
                        "too small for the clock: RmiBen..e mode=sample: use -bm avgt",
                        "and 1 more: on the page");
        assertThat(Warnings.brief(log.subList(0, 0), 60)).isEmpty();
    }

    /** Which rows compile too much and which load classes are two tests of one kind. */
    @Test
    void theEndOfARunHasALineForAKindWhateverTestsItHas() {
        run.exactRow("RmiBenchmark.both")
                .counter("compilationMillis", (round, iteration) -> 13)
                .counter("classes", (round, iteration) -> 3);
        run.exactRow("RmiBenchmark.classes").counter("classes", (round, iteration) -> 2);
        assertThat(Warnings.brief(run.log(folder, 5), 100))
                .containsExactly("warm-up not ended: RmiBenchmark.both and 1 more row: raise -wi or -w");
    }

    @Test
    void aParameterNamedRateMakesNoOpenLoop() {
        run.exactRow("QueueBenchmark.poll").param("rate", "8").trend((round, iteration) -> 1 - 0.005 * iteration);
        assertThat(Warnings.brief(run.log(folder, 5), 80))
                .containsExactly("warm-up not ended: QueueBenchmark.poll rate=8: raise -wi or -w");
    }

    @Test
    void aWarmUpThatReachedItsCapHasOneAdvice() {
        run.exactRow("RmiBenchmark.call").trend((round, iteration) -> 1 - 0.005 * iteration);
        List<Fork> capped = run.log(folder, 5).stream()
                .map(fork -> new Fork(
                        fork.row(),
                        fork.jmh(),
                        fork.round(),
                        fork.seconds(),
                        fork.side(),
                        fork.facts(),
                        new Fork.WarmUp(60, false, Map.of("scores", 60.0)),
                        fork.stacks(),
                        fork.iterations()))
                .toList();
        assertThat(Warnings.brief(capped, 80))
                .containsExactly(
                        "not warm: RmiBenchmark.call: raise --warm-up-cap",
                        "warm-up not ended: RmiBenchmark.call: raise --warm-up-cap");
        assertThat(Warnings.of(capped))
                .hasSize(2)
                .allMatch(line -> line.endsWith(". Raise --warm-up-cap, or run again at a quieter hour."));
    }

    @Test
    void aQuietRunHasNone() {
        assertThat(MadeUpRun.quiet(1).warnings(folder, 5)).isEmpty();
        assertThat(MadeUpRun.quiet(2).warnings(folder, 10)).isEmpty();
        assertThat(MadeUpRun.quiet(3).warnings(folder, 1)).isEmpty();
    }

    private static Fork fork(int round, double score) {
        RowKey key = new RowKey("a.b.RmiBenchmark.call", "avgt", 4, new TreeMap<>(Map.of("payload", "0")));
        String iteration = "{\"warmup\":false,\"nanos\":103,\"score\":" + score + "}";
        return Fork.of(JsonParser.parseString(LogLines.fork(key, "us/op", round, Map.of(), List.of(iteration)))
                .getAsJsonObject());
    }

    @Test
    void aRowHasItsForksInTheirOrderWithoutThoseThatHaveNoScore() {
        List<Fork> forks = List.of(fork(1, 178.2), fork(2, 179), fork(3, 0));
        List<RecordedRow> rows = RecordedRow.all(forks);
        assertThat(rows).hasSize(1);
        assertThat(rows.get(0).row().label()).isEqualTo("RmiBenchmark.call payload=0 threads=4");
        assertThat(rows.get(0).forks()).isEqualTo(forks.subList(0, 2));
        assertThat(rows.get(0).row().primary().forks()).containsExactly(List.of(178.2), List.of(179.0));
        assertThat(RecordedRow.all(forks.subList(2, 3))).isEmpty();
    }

    /** The 450 scores of a loop that only computes, on a machine that was half as slow again for some of them. */
    public static List<Double> noise() {
        return ResultsFile.read(Path.of("results/noise"))
                .rows()
                .get(0)
                .primary()
                .forks()
                .get(0);
    }

    @Test
    void whatIsUsualComesFromTheCommittedNoise() {
        List<Double> noise = noise();
        double[] tens = IntStream.range(0, noise.size() / 10)
                .mapToDouble(ten -> Metric.median(noise.subList(10 * ten, 10 * ten + 10).stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray()))
                .toArray();
        double median = Metric.median(tens);
        List<List<Double>> quiet =
                Arrays.stream(tens, 22, 45).mapToObj(List::of).toList();
        assertThat(new Metric("ns/op", quiet).coefficientOfVariation())
                .isEqualTo(Warnings.USUAL_VARIATION, within(0.001));
        assertThat(Arrays.stream(tens, 22, 45).max().orElseThrow() / median).isLessThan(1.22);
    }

    @Test
    void whatReadingTheClockCostsComesFromTheCommittedRow() {
        ResultsFile clock = ResultsFile.read(Path.of("results/noise/clock.json.gz"));
        double nanos = Uncontended.of(clock.rows()).rows().stream()
                .filter(row -> row.simpleName().equals("BaselineBenchmark.nanoTime"))
                .findFirst()
                .flatMap(row -> row.nanosPerOperation(row.primary().estimate()))
                .orElseThrow()
                .value();
        assertThat(nanos).isBetween(0.9 * Warnings.CLOCK_NANOS, Warnings.CLOCK_NANOS);
    }
}
