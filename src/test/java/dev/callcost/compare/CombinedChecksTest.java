package dev.callcost.compare;

import static dev.callcost.compare.Rows.answer;
import static dev.callcost.compare.Rows.around;
import static dev.callcost.compare.Rows.compare;
import static dev.callcost.compare.Rows.compareFiles;
import static dev.callcost.compare.Rows.file;
import static dev.callcost.compare.Rows.forks;
import static dev.callcost.compare.Rows.row;
import static dev.callcost.compare.Rows.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Verdicts.Outcome;
import dev.callcost.data.Histogram;
import dev.callcost.data.Refused;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.stats.Verdict;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Options and kinds of rows of {@code check} that meet in one comparison. */
class CombinedChecksTest {
    private static final double[] FORKS = {0.998, 0.999, 1, 1.001, 1.002, 1};

    private static Verdicts gated(Verdicts verdicts, double failAt, String... required) {
        return verdicts.with(new Gate(
                verdicts.gate().margins(),
                failAt > 0 ? OptionalDouble.of(failAt) : OptionalDouble.empty(),
                Stream.of(required).map(Pattern::compile).toList()));
    }

    private static Row misses(double... values) {
        return row().metric("misses", forks(values)).of(FORKS);
    }

    @Test
    void aMetricThatWasZeroFailsAtAnyLevel() {
        Verdicts verdicts = compare(misses(0, 0, 0, 0, 0, 0), misses(1, 1, 1, 1, 1, 1), "misses");
        assertThat(verdicts.outcome(false)).isEqualTo(Outcome.REGRESSION);
        assertThat(answer(gated(verdicts, 0.5), false))
                .startsWith("REGRESSION: 1 of 2 rows is slower by 50.0% or more.");
    }

    @Test
    void theLevelOfAMetricWithAZeroIsThatOfItsMeans() {
        Verdicts verdicts = compare(misses(0, 1, 1, 1, 1, 1), misses(2, 2, 2, 2, 2, 2), "misses");
        assertThat(gated(verdicts, 1.39).outcome(false)).isEqualTo(Outcome.REGRESSION);
        assertThat(gated(verdicts, 1.41).outcome(false)).isEqualTo(Outcome.WARNING);
    }

    @Test
    void strictDoesNotHideARowThatIsSlowerByLess() {
        List<Row> base = List.of(row("B.slower").of(around(1)), row("B.open").of(1, 1.2, 0.8, 1.1, 0.9, 1));
        List<Row> head = List.of(row("B.slower").of(around(1.05)), row("B.open").of(1, 1.1, 0.8, 1.2, 0.9, 1));
        Verdicts verdicts = gated(compare(base, head), 0.1);
        assertThat(answer(verdicts, false)).startsWith("WARNING: 1 of 2 rows is slower by less than 10.0%. ");
        assertThat(answer(verdicts, true))
                .isEqualTo("NOT SHOWN (--strict): no row is slower by 10.0% or more, but not every row is decided and"
                        + " measured alike. 1 slower by less, 1 inconclusive.");
    }

    @Test
    void aRequiredRowThatIsNewInHeadIsThere() {
        Row a = row("B.a").of(FORKS);
        Verdicts verdicts = compare(List.of(a), List.of(a, row("B.fresh").of(FORKS)));
        assertThat(gated(verdicts, 0, "fresh").outcome(false)).isEqualTo(Outcome.OK);
        assertThat(gated(verdicts, 0, "stale").outcome(false)).isEqualTo(Outcome.FAILED);
    }

    /** 98 % of the calls take 10 us, the others 30 us, times a factor. */
    private static Row sampled(String benchmark, double factor) {
        return row().benchmark(benchmark)
                .bytes(100, 101)
                .sampled(DoubleStream.of(0.999, 1.001)
                        .mapToObj(fork -> Collections.nCopies(
                                2, Histogram.of(new double[] {10 * fork * factor, 30 * fork * factor}, new double[] {
                                    4900, 100
                                })))
                        .toList());
    }

    /** Percentiles are no rows of their own for the bytes. */
    @Test
    void bytesOfASampledRowNeedTheForksOfOneRow() {
        Row twice = row().benchmark("a.B.c")
                .bytes(200, 202)
                .sampled(sampled("a.B.c", 1).primary().histograms());
        Verdicts verdicts = compare(sampled("a.B.c", 1), twice);
        assertThat(verdicts.rows()).hasSize(5);
        assertThat(text(verdicts)).contains("B/op is inconclusive, it needs 5 forks a side: B.c");
    }

    /** A package that moved, five files a side, percentiles, and a row that one file cannot use. */
    @Test
    void percentilesOfAMovedRowAreJudgedByFiles() {
        Row other = row().benchmark("com.old.Other.c").of(1, 1);
        List<ResultsFile> base = IntStream.range(0, 5)
                .mapToObj(n -> file("b" + n, sampled("com.old.B.c", 1 + 0.002 * n), other))
                .toList();
        List<ResultsFile> head = IntStream.range(0, 5)
                .mapToObj(n -> new ResultsFile(
                        file("h" + n).path(),
                        List.of(sampled("com.fresh.B.c", 1.2 + 0.002 * (n % 2))),
                        List.of(new Refused(other.key(), "has the score 0.0"))))
                .toList();
        Verdicts verdicts = gated(compareFiles(base, head), 0, "com.fresh.B.c:p99");
        assertThat(verdicts.onlyInBase()).isEmpty();
        assertThat(verdicts.rows())
                .extracting(row -> row.key().benchmark() + " " + row.word())
                .containsExactly(
                        "com.fresh.B.c SLOWER",
                        "com.fresh.B.c:p50 SLOWER",
                        "com.fresh.B.c:p90 NOT_JUDGED",
                        "com.fresh.B.c:p99 SLOWER",
                        "com.fresh.B.c:p99.9 NOT_JUDGED",
                        "com.old.Other.c FAILED");
        assertThat(verdicts.rows().get(3).count(false)).isEqualTo("5+5 files");
        assertThat(answer(verdicts, false)).isEqualTo("REGRESSION: 3 of 4 rows are slower. 1 failed.");
        assertThat(verdicts.with(Verdict.NOT_JUDGED))
                .allSatisfy(row -> assertThat(row.needed()).isZero());
    }
}
