package dev.callcost.compare.judge;

import static dev.callcost.compare.Rows.answer;
import static dev.callcost.compare.Rows.around;
import static dev.callcost.compare.Rows.byName;
import static dev.callcost.compare.Rows.compareFiles;
import static dev.callcost.compare.Rows.file;
import static dev.callcost.compare.Rows.forks;
import static dev.callcost.compare.Rows.level;
import static dev.callcost.compare.Rows.row;
import static dev.callcost.compare.Rows.text;
import static dev.callcost.compare.Rows.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.agent.Latencies;
import dev.callcost.compare.Rows;
import dev.callcost.compare.evidence.NoVerdict;
import dev.callcost.compare.evidence.Quantities;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.compare.session.MetricChoice;
import dev.callcost.data.Histogram;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.ResultsFile.Refused;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.VerdictRule;
import dev.callcost.stats.VerdictRule.Verdict;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {
    private static final double[] FORKS = around(1);
    private static final List<List<Histogram>> CALLS =
            sampled(30, 2, 5000).primary().histograms();

    /** Five forks that differ by 0.1 % steps. */
    private static Row sampled(double others, int iterations, int calls) {
        return row().sampled(calls(others, iterations, calls, FORKS));
    }

    /** Iterations of forks with these factors of all times: 98 % of the calls take 10 us, the others take longer. */
    private static List<List<Histogram>> calls(double others, int iterations, int calls, double... forks) {
        return DoubleStream.of(forks)
                .mapToObj(fork -> Collections.nCopies(
                        iterations,
                        Histogram.of(
                                new double[] {10 * fork, others * fork}, new double[] {0.98 * calls, 0.02 * calls})))
                .toList();
    }

    private static Map<String, RowVerdict> compare(Row base, Row head, String... metrics) {
        return byName(Rows.compare(base, head, metrics));
    }

    @Test
    void aTailThatIsThreeTimesAsLongIsFound() {
        Verdicts verdicts = Rows.compare(sampled(30, 2, 5000), sampled(90, 2, 5000));
        assertThat(words(verdicts)).containsExactly("B.c SLOWER", "B.c:p50 SAME", "B.c:p99 SLOWER");
        Map<String, RowVerdict> rows = byName(verdicts);
        assertThat(rows.get("B.c:p99").ratio()).isCloseTo(3, within(1e-12));
        assertThat(rows.get("B.c:p99").isRegression()).isTrue();
        assertThat(Rows.compare(sampled(30, 2, 5000), sampled(30, 2, 5000)).outcome(true))
                .isEqualTo(Verdicts.Outcome.OK);
    }

    @Test
    void namedPercentilesAreJudgedInPlaceOfTheUsualOnes() {
        Row base = sampled(30, 2, 50_000);
        Verdicts verdicts = Rows.compare(base, sampled(90, 2, 50_000), "p99", "p99.9", "p95");
        assertThat(words(verdicts)).containsExactly("B.c SLOWER", "B.c:p95 SAME", "B.c:p99 SLOWER", "B.c:p99.9 SLOWER");
        assertThat(level(byName(verdicts).get("B.c:p99"))).isEqualTo(0.01 / 4);
    }

    private static Rows calls(String name, double cpu) {
        return row(name)
                .metric(Latencies.CPU, "us/op", forks(around(cpu)))
                .metric(Latencies.MADE, forks(around(1000)))
                .bytes(cpu, cpu, cpu, cpu, cpu, cpu);
    }

    /** A fork without a window has no value. */
    private static Row atRate(String name, double cpu, Double... met) {
        return calls(name, cpu)
                .metric(
                        Latencies.MET,
                        Stream.of(met)
                                .map(fork -> fork.isNaN() ? List.<Double>of() : List.of(fork))
                                .toList())
                .sampled(CALLS);
    }

    private static Row met(String name, double cpu) {
        return atRate(name, cpu, 1.0, 1.0, 1.0, 1.0, 1.0);
    }

    @Test
    void aRowAtARateIsJudgedByCpuAndPercentiles() {
        Verdicts verdicts = Rows.compare(met("B.c", 100), met("B.c", 110));
        assertThat(words(verdicts)).containsExactly("B.c NOT_JUDGED", "B.c:p50 SAME", "B.c:p99 SAME", "B.c:cpu SLOWER");
        assertThat(level(byName(verdicts).get("B.c:cpu"))).isEqualTo(0.01 / 3);
        assertThat(verdicts.rows().get(0).isOpen()).isFalse();
        assertThat(verdicts.rows().get(0).allocation()).isPresent();
    }

    static Stream<Verdicts> notMet() {
        Row met = met("B.c", 100);
        Row notMet = atRate("B.c", 300, 1.0, 1.0, 0.0, 1.0, 1.0);
        Row withoutAWindow = atRate("B.c", 300, 1.0, 1.0, Double.NaN, 1.0, 1.0);
        ResultsFile file = file("file", met);
        return Stream.of(
                Rows.compare(met, notMet),
                Rows.compare(notMet, met),
                Rows.compare(met, withoutAWindow),
                compareFiles(List.of(file, file("file", calls("B.c", 300).sampled(CALLS))), List.of(file, file)));
    }

    @ParameterizedTest
    @MethodSource("notMet")
    void aRateThatWasNotMetInAForkNeverGates(Verdicts verdicts) {
        assertThat(verdicts.rows()).hasSize(4).allSatisfy(row -> {
            assertThat(row.fate()).isEqualTo(Fate.NOT_JUDGED);
            assertThat(row.reason()).contains(NoVerdict.RATE_NOT_MET);
            assertThat(row.allocation()).isEmpty();
        });
        assertThat(verdicts.outcome(false)).isEqualTo(Verdicts.Outcome.OK);
        assertThat(verdicts.outcome(true)).isEqualTo(Verdicts.Outcome.NOT_SHOWN);
        assertThat(text(verdicts)).containsOnlyOnce("the rate was not met in most windows of a fork");
    }

    /** Four rows and a loud one, whose rate was not met on a side. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aRateThatWasNotMetLeavesTheVariancesOfOtherRowsAlone(int filesOfASide) {
        List<ResultsFile> quietBase = rated(filesOfASide, 0, false);
        List<ResultsFile> loudHead = rated(filesOfASide, 1, true);
        Map<String, RowVerdict> quiet = byName(compareFiles(quietBase, rated(filesOfASide, 1, false)));
        Map<String, RowVerdict> both = byName(compareFiles(rated(filesOfASide, 0, true), loudHead));
        Map<String, RowVerdict> oneSided = byName(compareFiles(quietBase, loudHead));
        assertThat(both).containsKey("B.loud:cpu");
        assertThat(quiet).hasSize(4 * 4).allSatisfy((name, row) -> {
            assertThat(both.get(name).score()).as(name).isEqualTo(row.score());
            assertThat(oneSided.get(name).score()).as(name).isEqualTo(row.score());
        });
    }

    private static List<ResultsFile> rated(int files, int side, boolean isLoud) {
        return IntStream.range(0, files)
                .mapToObj(n -> file(
                        "file",
                        IntStream.range(0, isLoud ? 5 : 4)
                                .mapToObj(row -> row == 4
                                        ? atRate("B.loud", 500 * (1 + (n + side) % 3), 1.0, 0.0, 1.0, 1.0, 1.0)
                                        : met("B.r" + row, 100 + (n * 7 + row * 5 + side * n) % 6))
                                .toArray(Row[]::new)))
                .toList();
    }

    /** Percentiles of an open loop have 8 significant bits. */
    @ParameterizedTest
    @CsvSource({"0.009, NOT_JUDGED, NOT_SHOWN", "0.01, SAME, OK"})
    void aPercentileAtARateHasNoVerdictWithinAMarginThatIsFiner(double margin, Fate verdict, Verdicts.Outcome strict) {
        ResultsFile file = file("file", met("B.c", 100));
        Verdicts verdicts = FileVerdicts.of(file, file, margin);
        Map<String, RowVerdict> rows = byName(verdicts);
        assertThat(rows.get("B.c:p50").fate()).isEqualTo(verdict);
        assertThat(rows.get("B.c:p99").fate()).isEqualTo(verdict);
        assertThat(rows.get("B.c:cpu").fate()).isEqualTo(Fate.SAME);
        assertThat(verdicts.outcome(true)).isEqualTo(strict);
        assertThat(text(verdicts).contains("not judged, " + NoVerdict.TOO_COARSE.text() + ": B.c:p50, B.c:p99"))
                .isEqualTo(verdict == Fate.NOT_JUDGED);
    }

    /** The score, p50 and p99 share the level of the row, and B.other has its own half. */
    @Test
    void theQuantitiesOfARowShareItsLevel() {
        Row base = sampled(30, 2, 5000);
        Row other = row("B.other").of(FORKS);
        Verdicts verdicts = Rows.compare(List.of(base, other), List.of(base, other));
        assertThat(verdicts.rule().level()).isEqualTo(0.01 / 2);
        assertThat(verdicts.rows())
                .hasSize(4)
                .allSatisfy(it ->
                        assertThat(level(it)).isEqualTo(it.key().mode().equals("sample") ? 0.01 / 2 / 3 : 0.01 / 2));
        assertThat(VerdictRule.shared(List.of(0.5, 0.002, 0.01))).isCloseTo(0.006, within(1e-12));
        assertThat(VerdictRule.shared(List.of(0.5, 0.6))).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2 | 5000 | ",
                "1 | 10000 | ",
                "2 | 4950 | it needs 10,000 calls a fork and has 9,900",
                "1 | 500 | it needs 10,000 calls a fork and has 500"
            })
    void aPercentileIsJudgedFromSoManyCallsAFork(int iterations, int calls, String why) {
        RowVerdict row =
                compare(sampled(30, 2, 5000), sampled(90, iterations, calls)).get("B.c:p99");
        assertThat(row.fate()).isEqualTo(why == null ? Fate.SLOWER : Fate.NOT_JUDGED);
        assertThat(row.reason().map(NoVerdict::text).orElse(null)).isEqualTo(why);
    }

    /**
     * 1000 samples have ten above p99, and 999 have fewer. Half of the windows suffice for a median; else the samples
     * of the fork count together.
     */
    @Test
    void aForksPercentileIsTheMedianOverWindowsWhereHalfOfThemHaveEnoughSamples() {
        Histogram few = Histogram.of(new double[] {1, 7}, new double[] {900, 99});
        Histogram many = Histogram.of(new double[] {1, 2}, new double[] {900, 100});
        Histogram more = Histogram.of(new double[] {1, 3}, new double[] {900, 100});
        Row row = row().sampled(List.of(
                List.of(few, many, more), List.of(few, many), List.of(few, few, many), List.of(few, few)));
        Row p99 = new Quantities(List.of())
                .expanded(row)
                .filter(it -> it.benchmark().equals("a.B.c:p99"))
                .findFirst()
                .orElseThrow();
        assertThat(p99.primary().forks()).containsExactly(List.of(2.5), List.of(2.0), List.of(7.0), List.of(7.0));
        assertThat(p99.keyOfWhole()).isEqualTo(row.key());
    }

    private static Row with(String name, String unit, double value) {
        return row().metric(name, unit, forks(around(value))).of(FORKS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "instructions     | #/op   | 100 | 110 | instructions        | SLOWER | 1.1",
                "instructions     | #/op   | 110 | 100 | instructions        | FASTER | 0.90909090909",
                "hits             | #/op   | 110 | 100 | hits:higher         | SLOWER | 1.1",
                "got              | ops/us | 110 | 100 | got                 | SLOWER | 1.1",
                "wait             | us/op  | 100 | 110 | wait                | SLOWER | 1.1",
                "gc.alloc.rate    | MB/sec | 100 | 110 | \u00b7gc.alloc.rate     | SLOWER | 1.1",
                "instructions     | #/op   | 100 | 100 | instructions        | SAME   | 1",
                "got              | ops/us | 110 | 100 | got:lower           | FASTER | 0.90909090909",
                "IPC              | insns/clk | 110 | 100 | IPC              | SLOWER | 1.1",
                "cycles:u         | #/op   | 100 | 110 | cycles:u            | SLOWER | 1.1",
                "cycles:u         | #/op   | 110 | 100 | cycles:u:higher     | SLOWER | 1.1"
            })
    void aNamedMetricIsJudged(
            String name, String unit, double before, double after, String choice, Fate verdict, double ratio) {
        Map<String, RowVerdict> rows = compare(with(name, unit, before), with(name, unit, after), choice);
        RowVerdict row = rows.get("B.c:" + name);
        assertThat(row.fate()).isEqualTo(verdict);
        assertThat(row.ratio()).isCloseTo(ratio, within(1e-9));
        assertThat(row.isRegression()).isEqualTo(verdict == Fate.SLOWER);
        assertThat(level(rows.get("B.c"))).isEqualTo(0.01 / 2);
    }

    @Test
    void aMetricThatNoRowHasIsRefused() {
        Row row = row().metric("hits", forks(FORKS))
                .metric("gc.count", forks(FORKS))
                .of(FORKS);
        assertThatThrownBy(() -> compare(row, row, "gc"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no row has the metric gc; there are gc.count, hits");
        assertThatThrownBy(() -> compare(row, row, "p10")).hasMessageStartingWith("no row has the metric p10; ");
        assertThatThrownBy(() -> compare(row().of(FORKS), row().of(FORKS), "gc"))
                .hasMessage("no row has the metric gc; there is none (measure with -prof gc or -prof perfnorm)");
        assertThatThrownBy(() -> MetricChoice.parse("hits"))
                .hasMessage("'hits' needs a direction: hits:higher, or hits:lower");
        assertThatThrownBy(() -> MetricChoice.parse("")).hasMessage("'' names no metric");
        assertThatThrownBy(() -> MetricChoice.parse("p99.9:lower"))
                .hasMessage(
                        "'p99.9:lower' gives a percentile a direction, and less time is always better: write p99.9");
    }

    @Test
    void aMetricOfOneSideIsMissingAndUnlikeUnitsAreNotConverted() {
        Verdicts verdicts = Rows.compare(with("loads", "#/op", 1), row().of(FORKS), "loads");
        assertThat(verdicts.onlyInBase()).extracting(RowKey::simpleName).containsExactly("B.c:loads");
        assertThat(verdicts.isComplete()).isFalse();
        RowVerdict row = compare(with("loads", "#/op", 1), with("loads", "K/op", 1), "loads")
                .get("B.c:loads");
        assertThat(row.fate()).isEqualTo(Fate.CANNOT_TELL);
        assertThat(row.remarks()).containsExactly("the units #/op and K/op cannot be converted");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0 0 0 0 0 0 | 1 1 1 1 1 1", "0 1 1 1 1 1 | 2 2 2 2 2 2", "1 1 1 1 1 1 | 0 0 0 0 0 0", "0 | 0"})
    void aMetricThatIsZeroIsNotJudged(String before, String after) {
        Verdicts verdicts = Rows.compare(misses(before), misses(after), "misses");
        RowVerdict row = byName(verdicts).get("B.c:misses");
        assertThat(row.fate()).isEqualTo(Fate.NOT_JUDGED);
        assertThat(row.reason()).contains(NoVerdict.NO_RATIO);
        assertThat(row.isOpen()).isFalse();
        assertThat(text(verdicts)).contains(NoVerdict.NO_RATIO.text() + ": B.c:misses");
        if (before.equals("0 1 1 1 1 1")) {
            assertThat(row.scoreOfBase(row.sides().orElseThrow())).as("a mean").isEqualTo("0.833 #");
        }
    }

    /** Noise around zero has large ratios, whatever the margin. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gc.alloc.rate.norm       | B/op   | 24     | 27.9   | SAME",
                "gc.alloc.rate.norm       | B/op   | 24     | 32     | SLOWER",
                "gc.alloc.rate.norm       | B/op   | 10000  | 10040  | SAME",
                "gc.alloc.rate            | MB/sec | 0.2    | 0.29   | SAME",
                "gc.alloc.rate            | MB/sec | 100    | 110    | SLOWER",
                "page-faults              | #/op   | 0.02   | 0.029  | SAME",
                "gc.count                 | counts | 1      | 1.4    | SAME",
                "gc.time                  | ms     | 3      | 5      | SLOWER",
                "CPI                      | clks/insn | 0.002 | 0.004 | SLOWER"
            })
    void aDifferenceBelowTheFloorDoesNotCount(String name, String unit, double before, double after, Fate verdict) {
        Map<String, RowVerdict> rows = byName(Rows.compareFiles(
                List.of(file("base", with(name, unit, before))),
                List.of(file("head", with(name, unit, after))),
                0.001,
                name));
        RowVerdict row = rows.get("B.c:" + name);
        assertThat(row.fate()).isEqualTo(verdict);
        assertThat(row.isRegression()).isEqualTo(verdict == Fate.SLOWER);
        assertThat(row.meanBeyond()).isEqualTo(Verdict.UNDECIDED);
        Fate back = verdict == Fate.SAME ? Fate.SAME : Fate.FASTER;
        assertThat(compare(with(name, unit, after), with(name, unit, before), name)
                        .get("B.c:" + name)
                        .fate())
                .isEqualTo(back);
    }

    /** Forks of other rows do not scatter less because a row is noise around zero. */
    @Test
    void noiseAroundZeroTakesNoPartInTheVariancesOfOthers() {
        String metric = "gc.alloc.rate.norm";
        List<Row> rows = List.of(bytes("B.a", 1000), bytes("B.b", 2000), bytes("B.d", 3000), bytes("B.e", 4000));
        List<Row> more = List.of(bytes("B.a", 1200), bytes("B.b", 2000), bytes("B.d", 3000), bytes("B.e", 4000));
        Row noise = row("B.zero").bytes(1e-6, 1e-3, 1e-5, 1e-1, 1e-2).of(FORKS);
        Map<String, RowVerdict> without = byName(Rows.compare(rows, more, metric));
        Map<String, RowVerdict> with = byName(Rows.compare(
                Stream.concat(rows.stream(), Stream.of(noise)).toList(),
                Stream.concat(more.stream(), Stream.of(noise)).toList(),
                metric));
        assertThat(with.get("B.zero:" + metric).fate()).isEqualTo(Fate.NOT_JUDGED);
        assertThat(with.get("B.a:" + metric).score().orElseThrow().usual())
                .isEqualTo(without.get("B.a:" + metric).score().orElseThrow().usual());
    }

    private static Row bytes(String name, double bytes) {
        return row(name).bytes(around(bytes)).of(FORKS);
    }

    private static Row misses(String forks) {
        return row().metric(
                        "misses",
                        forks(Stream.of(forks.strip().split(" "))
                                .mapToDouble(Double::parseDouble)
                                .toArray()))
                .of(FORKS);
    }

    @Test
    void bytesAreNotComparedAcrossTheCountersOfJmh() {
        RowVerdict row = compare(
                        row().setting("jdkVersion", "17").bytes(8, 8, 8, 8, 8).of(FORKS),
                        row().setting("jdkVersion", "25").bytes(9, 9, 9, 9, 9).of(FORKS),
                        "gc.alloc.rate.norm")
                .get("B.c:gc.alloc.rate.norm");
        assertThat(row.fate()).isEqualTo(Fate.NOT_JUDGED);
        assertThat(row.reason().orElseThrow().text()).contains("JMH counts bytes differently on JDK 21 and later");
    }

    /** Percentiles are no rows of their own for the bytes. */
    @Test
    void bytesOfASampledRowNeedTheForksOfOneRow() {
        List<List<Histogram>> calls = calls(30, 2, 5000, 0.999, 1.001);
        Verdicts verdicts = Rows.compare(
                row().bytes(100, 101).sampled(calls), row().bytes(200, 202).sampled(calls));
        assertThat(verdicts.rows()).hasSize(3);
        assertThat(text(verdicts))
                .contains("B/op is inconclusive, it needs 5 forks a side, or 2 that allocate the same: B.c");
    }

    private static Row fork(String benchmark, double factor) {
        return row().benchmark(benchmark).sampled(calls(30, 2, 5000, factor));
    }

    /** Five files a side, percentiles, and a row that one file cannot use. */
    @Test
    void percentilesAreJudgedByFiles() {
        Row other = row().benchmark("com.old.Other.c").of(1, 1);
        List<ResultsFile> base = IntStream.range(0, 5)
                .mapToObj(n -> file("b" + n, fork("com.fresh.B.c", 1 + 0.002 * n), other))
                .toList();
        List<ResultsFile> head = IntStream.range(0, 5)
                .mapToObj(n -> new ResultsFile(
                        file("h" + n).path(),
                        List.of(fork("com.fresh.B.c", 1.2 + 0.002 * (n % 2))),
                        List.of(new Refused(other.key(), "has the score 0.0")),
                        Optional.empty(),
                        Optional.empty()))
                .toList();
        Verdicts verdicts = compareFiles(base, head);
        assertThat(verdicts.onlyInBase()).isEmpty();
        assertThat(words(verdicts)).containsExactly("B.c SLOWER", "B.c:p50 SLOWER", "B.c:p99 SLOWER", "Other.c FAILED");
        assertThat(verdicts.rows().get(2).count(false)).isEqualTo("5+5 files");
        assertThat(answer(verdicts, false))
                .startsWith("REGRESSION: 3 of 4 rows are slower, the most ")
                .endsWith(". 1 failed.");
    }
}
