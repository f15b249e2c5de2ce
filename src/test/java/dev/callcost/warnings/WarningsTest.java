package dev.callcost.warnings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.compare.Rows;
import dev.callcost.data.Fixtures;
import dev.callcost.data.Fork;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Warnings of made-up runs, and thresholds that come from committed results. */
public class WarningsTest {
    @TempDir
    private Path folder;

    private final MadeUpRun run = new MadeUpRun(1);

    private final StringBuilder lines = new StringBuilder();

    private void add(String name, int forks, Consumer<MadeUpRun> rows) {
        MadeUpRun made = new MadeUpRun(1);
        rows.accept(made);
        lines.append(name + "\n");
        made.warnings(folder, forks).forEach(line -> lines.append("  " + line + "\n"));
    }

    /** A row of each kind that is wrong, with others that are not. */
    @Test
    void printsTheGoldenLines() throws IOException {
        add("a row that gets faster until the end", 5, run -> {
            for (int i = 1; i <= 5; i++) {
                double step = 0.001 * i;
                run.exactRow("RmiBenchmark.call" + i).trend((round, iteration) -> 1 - step * iteration);
            }
            run.exactRow("RmiBenchmark.slight").trend((round, iteration) -> 1 - 0.0005 * iteration);
        });
        add("a throughput that grows until the middle", 5, run -> {
            run.exactRow("ClientsBenchmark.calls")
                    .mode("thrpt", "ops/s", 1000)
                    .iterations(4, 9, 500)
                    .trend((round, iteration) -> iteration < 3 ? 0.8 : 1);
        });
        add("a row that gets slower", 5, run -> {
            run.exactRow("KeyValueBenchmark.put").trend((round, iteration) -> 1 + 0.01 * iteration);
        });
        add("a jit that compiles for half of the measured iterations", 1, run -> {
            run.exactRow("GrpcBenchmark.unary")
                    .counter("compilationMillis", (round, iteration) -> iteration < 10 ? 13 : 0);
        });
        add("classes loaded until the end", 3, run -> {
            run.exactRow("GrpcBenchmark.unary")
                    .iterations(30, 20, 200)
                    .counter("classes", (round, iteration) -> round + iteration % 2);
        });
        add("bimodal forks", 12, run -> {
            run.exactRow("LocalCallBenchmark.reflection")
                    .fork(round -> (round % 4 == 0 ? 1.25 : 1) * (1 + 0.002 * (round % 3)));
        });
        add("stolen time", 5, run -> {
            run.exactRow("RmiBenchmark.call")
                    .counter("stealNanos", (round, iteration) -> round == 3 && iteration % 4 == 0 ? 2e7 : 0);
            run.exactRow("RmiBenchmark.stray")
                    .counter("stealNanos", (round, iteration) -> iteration < 2 && iteration >= 0 ? 1e7 : 0);
        });
        add("rows too small for the clock", 5, run -> {
            run.exactRow("RmiBenchmark.sample").mode("sample", "us/op", 2);
            run.exactRow("RmiBenchmark.large").mode("sample", "us/op", 4);
            run.exactRow("InlineCallBenchmark.once")
                    .mode("ss", "ns/op", 700)
                    .iterations(0, 20, 1)
                    .fork(round -> 1);
            run.exactRow("InlineCallBenchmark.mean").mode("avgt", "ns/op", 2);
        });
        add("iterations too short", 5, run -> {
            run.exactRow("RmiBenchmark.call")
                    .iterations(30, 20, 9)
                    .counter("compilationMillis", (round, iteration) -> 0);
        });
        add("pinned forks that lie far apart", 5, run -> {
            IntToDoubleFunction wide = round -> 1 + 0.1 * (round % 3);
            run.exactRow("GrpcPinningBenchmark.unary")
                    .param("pinning", "ONE_CPU")
                    .fork(wide);
            run.exactRow("GrpcPinningBenchmark.unary")
                    .param("pinning", "FREE")
                    .fact("cpu", "any")
                    .fork(wide);
            run.exactRow("RmiBenchmark.call").fact("cpu", "1").fork(round -> 1 + 0.08 * (round % 3));
            run.exactRow("RmiBenchmark.steady").fact("cpu", "1");
        });
        Fixtures.assertText("report/warnings.txt", lines.toString());
    }

    @Test
    void iterationsOfANeighbourAreNoDrift() {
        run.exactRow("GrpcBenchmark.unary")
                .iterations(30, 21, 100)
                .trend((round, iteration) -> iteration < 10 || iteration % 2 == 0 ? 1 : 1.3);
        assertThat(run.warnings(folder, 12)).isEmpty();
        run.exactRow("RmiBenchmark.call").iterations(30, 4, 100).trend((round, iteration) -> iteration < 2 ? 1 : 1.3);
        assertThat(run.warnings(folder, 12)).singleElement().asString().startsWith("getting slower: Rmi");
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
        Fork.WarmUp warmUp = new Fork.WarmUp(60, false, Map.of("scores", 60.0));
        List<Fork> capped = run.log(folder, 5).stream()
                .map(it -> new Fork(
                        it.row(),
                        it.line(),
                        it.round(),
                        it.seconds(),
                        it.side(),
                        it.facts(),
                        warmUp,
                        it.stacks(),
                        it.iterations()))
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

    @Test
    void aRowHasItsForksInTheirOrderWithoutThoseThatHaveNoScore() {
        run.exactRow("RmiBenchmark.call").param("payload", "0").fork(round -> round == 3 ? 0 : round);
        List<Fork> forks = run.log(folder, 3);
        List<LoggedRow> rows = LoggedRow.all(forks);
        assertThat(rows).hasSize(1);
        assertThat(rows.get(0).label()).isEqualTo("RmiBenchmark.call payload=0");
        assertThat(rows.get(0).forks()).isEqualTo(forks.subList(0, 2));
        assertThat(rows.get(0).row().primary().forks())
                .containsExactly(Collections.nCopies(20, 100.0), Collections.nCopies(20, 200.0));
        assertThat(LoggedRow.all(forks.subList(2, 3))).isEmpty();
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
        assertThat(Rows.row().of(quiet).coefficientOfVariation()).isEqualTo(Warnings.USUAL_VARIATION, within(0.001));
        assertThat(Arrays.stream(tens, 22, 45).max().orElseThrow() / median).isLessThan(1.22);
    }

    @Test
    void whatReadingTheClockCostsComesFromTheCommittedRow() {
        ResultsFile clock = ResultsFile.read(Path.of("results/noise/clock.json.gz"));
        double nanos = clock.rows().stream()
                .filter(row -> row.simpleName().equals("BaselineBenchmark.nanoTime"))
                .findFirst()
                .flatMap(row -> row.nanosPerOperation(row.estimate()))
                .orElseThrow()
                .value();
        assertThat(nanos).isBetween(0.9 * Warnings.CLOCK_NANOS, Warnings.CLOCK_NANOS);
    }
}
