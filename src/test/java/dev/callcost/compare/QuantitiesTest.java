package dev.callcost.compare;

import static dev.callcost.compare.Rows.file;
import static dev.callcost.compare.Rows.forks;
import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.agent.Latencies;
import dev.callcost.data.Histogram;
import dev.callcost.data.Row;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantitiesTest {
    private static final double[] FORKS = {0.998, 0.999, 1, 1.001, 1.002};

    private static Map<String, VerdictRow> compare(Row base, Row head, String... metrics) {
        return FileComparison.of(
                        List.of(file("base", base)),
                        List.of(file("head", head)),
                        Margins.of(Rule.MARGIN),
                        Stream.of(metrics).map(MetricChoice::parse).toList())
                .rows()
                .stream()
                .collect(Collectors.toMap(it -> it.key().simpleName(), Function.identity()));
    }

    /** 98 % of the calls take 10 us, the others take longer; forks differ by 0.1 % steps. */
    private static Row sampled(double others, int iterations, int calls) {
        return row().sampled(DoubleStream.of(FORKS)
                .mapToObj(fork -> Collections.nCopies(
                        iterations,
                        Histogram.of(
                                new double[] {10 * fork, others * fork}, new double[] {0.98 * calls, 0.02 * calls})))
                .toList());
    }

    @Test
    void aTailThatIsThreeTimesAsLongIsFound() {
        Map<String, VerdictRow> rows = compare(sampled(30, 2, 5000), sampled(90, 2, 5000));
        assertThat(rows)
                .extractingFromEntries(it -> it.getKey() + " " + it.getValue().word())
                .containsExactlyInAnyOrder(
                        "B.c SLOWER", "B.c:p50 SAME", "B.c:p90 NOT_JUDGED", "B.c:p99 SLOWER", "B.c:p99.9 NOT_JUDGED");
        assertThat(rows.get("B.c:p99").slowdown().orElseThrow().value()).isCloseTo(3, within(1e-12));
        assertThat(rows.get("B.c:p99").isRegression()).isTrue();
        assertThat(rows.get("B.c:p99.9").isRegression()).isFalse();
        assertThat(rows.get("B.c:p99.9").isOpen()).isFalse();
        assertThat(compare(sampled(30, 2, 5000), sampled(30, 2, 5000)).values())
                .allSatisfy(it -> assertThat(it.isRegression()).isFalse());
    }

    @Test
    void namedPercentilesAreJudgedInPlaceOfTheUsualOnes() {
        Row base = sampled(30, 2, 50_000);
        Map<String, VerdictRow> rows = compare(base, sampled(90, 2, 50_000), "p99", "p99.9", "p95");
        assertThat(rows)
                .extractingFromEntries(it -> it.getKey() + " " + it.getValue().word())
                .containsExactlyInAnyOrder(
                        "B.c SLOWER",
                        "B.c:p50 NOT_JUDGED",
                        "B.c:p90 NOT_JUDGED",
                        "B.c:p95 SAME",
                        "B.c:p99 SLOWER",
                        "B.c:p99.9 SLOWER");
        assertThat(rows.get("B.c:p50").reason()).contains(Quantities.NOT_NAMED);
        assertThat(rows.get("B.c:p99").score().orElseThrow().rule().level()).isEqualTo(0.01 / 4);
        assertThatThrownBy(() -> compare(base, base, "p10")).hasMessageStartingWith("no row has the metric p10; ");
    }

    private static Row atRate(double cpu, double... met) {
        return row().metric(Latencies.CPU, "us/op", around(cpu))
                .metric(Latencies.MET, forks(met))
                .bytes(cpu, cpu, cpu, cpu, cpu, cpu)
                .sampled(sampled(30, 2, 5000).primary().histograms());
    }

    @Test
    void aRowAtARateIsJudgedByCpuAndPercentiles() {
        Map<String, VerdictRow> rows = compare(atRate(100, 1, 1, 1, 1, 1), atRate(110, 1, 1, 1, 1, 1));
        assertThat(rows)
                .extractingFromEntries(it -> it.getKey() + " " + it.getValue().word())
                .containsExactlyInAnyOrder(
                        "B.c NOT_JUDGED",
                        "B.c:p50 SAME",
                        "B.c:p90 NOT_JUDGED",
                        "B.c:p99 SAME",
                        "B.c:p99.9 NOT_JUDGED",
                        "B.c:cpu SLOWER");
        assertThat(rows.get("B.c:cpu").score().orElseThrow().rule().level()).isEqualTo(0.01 / 3);
        assertThat(rows.get("B.c").isOpen()).isFalse();
        assertThat(rows.get("B.c").allocation()).isPresent();
    }

    @Test
    void aRateThatWasNotMetInAForkNeverGates() {
        Row met = atRate(100, 1, 1, 1, 1, 1);
        Row notMet = atRate(300, 1, 1, 0, 1, 1);
        for (Verdicts verdicts : List.of(
                FileComparison.of(file("base", met), file("head", notMet), Rule.MARGIN),
                FileComparison.of(file("base", notMet), file("head", met), Rule.MARGIN))) {
            assertThat(verdicts.rows()).hasSize(6).allSatisfy(row -> {
                assertThat(row.verdict()).isEqualTo(Verdict.NOT_JUDGED);
                assertThat(row.reason()).contains(Quantities.NOT_MET);
                assertThat(row.allocation()).isEmpty();
            });
            assertThat(verdicts.outcome(false)).isEqualTo(Verdicts.Outcome.OK);
            assertThat(verdicts.outcome(true)).isEqualTo(Verdicts.Outcome.NOT_SHOWN);
            assertThat(new VerdictReport(verdicts, false).text(VerdictReport.View.EVERYTHING))
                    .containsOnlyOnce("the rate was not met in most windows of a fork");
        }
    }

    /** The score, p50 and p99 share the level of the row, and B.other has its own half. */
    @Test
    void theQuantitiesOfARowShareItsLevel() {
        Row base = sampled(30, 2, 5000);
        Row other = row("B.other").of(FORKS);
        Verdicts verdicts = FileComparison.of(file("base", base, other), file("head", base, other), Rule.MARGIN);
        assertThat(verdicts.rule().level()).isEqualTo(0.01 / 2);
        assertThat(verdicts.rows())
                .filteredOn(it -> it.key().benchmark().equals("a.B.other"))
                .singleElement()
                .satisfies(it ->
                        assertThat(it.score().orElseThrow().rule().level()).isEqualTo(0.01 / 2));
        assertThat(verdicts.rows())
                .filteredOn(it -> it.key().mode().equals("sample"))
                .hasSize(5)
                .allSatisfy(it ->
                        assertThat(it.score().orElseThrow().rule().level()).isEqualTo(0.01 / 2 / 3));
        assertThat(Rule.shared(List.of(0.5, 0.002, 0.01))).isCloseTo(0.006, within(1e-12));
        assertThat(Rule.shared(List.of(0.5, 0.6))).isEqualTo(1);
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
        VerdictRow row =
                compare(sampled(30, 2, 5000), sampled(90, iterations, calls)).get("B.c:p99");
        assertThat(row.verdict()).isEqualTo(why == null ? Verdict.SLOWER : Verdict.NOT_JUDGED);
        assertThat(row.reason().orElse(null)).isEqualTo(why);
    }

    /** 1000 samples have ten above p99, and 999 have fewer. Half of the windows suffice for a median; else the samples of the fork count together. */
    @Test
    void aForksPercentileIsTheMedianOverWindowsWhereHalfOfThemHaveEnoughSamples() {
        Histogram few = Histogram.of(new double[] {1, 7}, new double[] {900, 99});
        Histogram many = Histogram.of(new double[] {1, 2}, new double[] {900, 100});
        Histogram more = Histogram.of(new double[] {1, 3}, new double[] {900, 100});
        Row row = row().sampled(List.of(
                List.of(few, many, more), List.of(few, many), List.of(few, few, many), List.of(few, few)));
        Row p99 = new Quantities(List.of())
                .expanded(file("base", row)).rows().stream()
                        .filter(it -> it.benchmark().equals("a.B.c:p99"))
                        .findFirst()
                        .orElseThrow();
        assertThat(p99.primary().forks()).containsExactly(List.of(2.5), List.of(2.0), List.of(7.0), List.of(7.0));
        assertThat(p99.keyOfWhole()).isEqualTo(row.key());
    }

    private static List<List<Double>> around(double value) {
        return forks(Arrays.stream(FORKS).map(fork -> fork * value).toArray());
    }

    private static Row with(String name, String unit, double value) {
        return row().metric(name, unit, around(value)).of(FORKS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "instructions     | #/op   | 100 | 110 | instructions        | SLOWER | 1.1",
                "instructions     | #/op   | 110 | 100 | instructions        | FASTER | 0.90909090909",
                "instructions     | #/op   | 100 | 100 | instr*              | SAME   | 1",
                "hits             | #/op   | 110 | 100 | hits:higher         | SLOWER | 1.1",
                "hits             | #/op   | 100 | 110 | h*:higher           | FASTER | 0.90909090909",
                "got              | ops/us | 110 | 100 | got                 | SLOWER | 1.1",
                "got              | ops/us | 110 | 100 | got:lower           | FASTER | 0.90909090909",
                "wait             | us/op  | 100 | 110 | wait                | SLOWER | 1.1",
                "wait             | us/op  | 100 | 110 | wait:higher         | FASTER | 0.90909090909",
                "\u00b7gc.alloc.rate | MB/sec | 100 | 110 | gc.alloc.rate       | SLOWER | 1.1",
                "cycles:u         | #/op   | 100 | 110 | cycles:u            | SLOWER | 1.1",
                "cycles:u         | #/op   | 110 | 100 | cycles:u:higher     | SLOWER | 1.1"
            })
    void aNamedMetricIsJudged(
            String name, String unit, double before, double after, String choice, Verdict verdict, double ratio) {
        Map<String, VerdictRow> rows = compare(with(name, unit, before), with(name, unit, after), choice);
        VerdictRow row = rows.get("B.c:" + name.replace("\u00b7", ""));
        assertThat(row.verdict()).isEqualTo(verdict);
        assertThat(row.slowdown().orElseThrow().value()).isCloseTo(ratio, within(1e-9));
        assertThat(row.isRegression()).isEqualTo(verdict == Verdict.SLOWER);
        assertThat(rows.get("B.c").score().orElseThrow().rule().level()).isEqualTo(0.01 / 2);
    }

    @Test
    void aNameMatchesWholeNamesOnly() {
        Row row = row().metric("hits", around(1)).metric("hits.l1", around(1)).of(FORKS);
        assertThat(compare(row, row, "hits")).containsOnlyKeys("B.c", "B.c:hits");
        assertThat(compare(row, row, "hits*")).containsOnlyKeys("B.c", "B.c:hits", "B.c:hits.l1");
        assertThat(compare(row, row)).containsOnlyKeys("B.c");
    }

    @Test
    void aMetricThatNoRowHasIsRefused() {
        Row row = row().metric("hits", around(1))
                .metric("\u00b7gc.count", around(1))
                .of(FORKS);
        assertThatThrownBy(() -> compare(row, row, "hit"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no row has the metric hit; there are gc.count, hits");
        assertThatThrownBy(() -> compare(row().of(FORKS), row().of(FORKS), "hit"))
                .hasMessage("no row has the metric hit; there is none (measure with -prof gc or -prof perfnorm)");
        assertThatThrownBy(() -> MetricChoice.parse("")).hasMessage("'' names no metric");
    }

    @Test
    void aMetricOfOneSideIsMissing() {
        Verdicts verdicts = FileComparison.of(
                List.of(file("base", with("hits", "#/op", 1))),
                List.of(file("head", row().of(FORKS))),
                Margins.of(Rule.MARGIN),
                List.of(MetricChoice.parse("hits")));
        assertThat(verdicts.onlyInBase())
                .singleElement()
                .satisfies(it -> assertThat(it.simpleName()).isEqualTo("B.c:hits"));
        assertThat(verdicts.isComplete()).isFalse();
    }

    @Test
    void unitsThatDifferCannotBeConverted() {
        VerdictRow row = compare(with("hits", "#/op", 1), with("hits", "K/op", 1), "hits")
                .get("B.c:hits");
        assertThat(row.verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(row.remarks()).containsExactly("the units #/op and K/op cannot be converted");
    }

    /** Zero has no logarithm: ranges of forks that do not touch, with enough forks for the level. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 0 0 0 0 0 | 1 1 1 1 1 1 | SLOWER      | 0",
                "1 1 1 1 1 1 | 0 0 0 0 0 0 | FASTER      | 0",
                "0 0 0 0 0 0 | 0 0 0 0 0 0 | SAME        | 0",
                "0 0 0 0 0 0 | 0 1 1 1 1 1 | UNDECIDED   | 0",
                "0 0 0 0 0   | 1 1 1 1 1   | UNDECIDED   | 6",
                "0           | 1           | CANNOT_TELL | 6",
                "0           | 0           | CANNOT_TELL | 2"
            })
    void aMetricThatIsZeroIsJudgedByRanges(String before, String after, Verdict verdict, int needed) {
        VerdictRow row = compare(
                        row().metric("misses", ofForks(before)).of(FORKS),
                        row().metric("misses", ofForks(after)).of(FORKS),
                        "misses")
                .get("B.c:misses");
        assertThat(row.verdict()).isEqualTo(verdict);
        assertThat(row.isRegression()).isEqualTo(verdict == Verdict.SLOWER);
        assertThat(row.remarks()).containsExactly("judged by the ranges of the forks, because a value is 0");
        assertThat(row.needed()).isEqualTo(needed);
        RowSides sides = row.sides().orElseThrow();
        assertThat(row.scoreOfBase(sides)).isEqualTo(before.startsWith("0") ? "0 #" : "1.00 #");
    }

    private static List<List<Double>> ofForks(String values) {
        return Stream.of(values.strip().split(" "))
                .map(value -> List.of(Double.parseDouble(value)))
                .toList();
    }

    @Test
    void bytesAreNotComparedAcrossTheCountersOfJmh() {
        VerdictRow row = compare(
                        row().setting("jdkVersion", "17").bytes(8, 8, 8, 8, 8).of(FORKS),
                        row().setting("jdkVersion", "25").bytes(9, 9, 9, 9, 9).of(FORKS),
                        "gc.alloc.rate.norm")
                .get("B.c:gc.alloc.rate.norm");
        assertThat(row.verdict()).isEqualTo(Verdict.NOT_JUDGED);
        assertThat(row.reason()).contains("JMH counts bytes differently on JDK 21 and later");
    }
}
