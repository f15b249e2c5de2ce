package dev.callcost.compare;

import static dev.callcost.compare.MadeUpSession.SAME;
import static dev.callcost.compare.MadeUpSession.judged;
import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.agent.Latencies;
import dev.callcost.compare.VerdictReport.View;
import dev.callcost.compare.Verdicts.Outcome;
import dev.callcost.data.Histogram;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Sections;
import dev.callcost.text.Terminal;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Percentiles and metrics of pairs, and rows at a rate. */
class PairedQuantitiesTest {
    private static final RowKey KEY = new RowKey("a.B.c", "sample", Map.of());

    private List<String> metrics = List.of();
    private boolean confirm;

    /**
     * A fork of 10,000 calls: 60 % take 10 us, 2 % take {@code tail} us, and the others take what makes the mean 11.56 us.
     *
     * @param factor of all times
     */
    private static Row fork(Rows row, double tail, double factor) {
        double others = (11.56 - 0.6 * 10 - 0.02 * tail) / 0.38;
        Histogram window = Histogram.of(
                new double[] {others * factor, 10 * factor, tail * factor}, new double[] {1900, 3000, 100});
        return row.sampled(List.of(Collections.nCopies(2, window)));
    }

    private static Pair pair(Row base, Row head) {
        return new Pair(KEY, false, true, true, base, head, Optional.empty());
    }

    /** Pairs whose forks are equal, but for noise of 0.4 %, and for the tail. */
    private static List<Pair> pairs(int count, double tailOfBase, double tailOfHead) {
        return IntStream.range(0, count)
                .mapToObj(n -> pair(fork(row(), tailOfBase, 1), fork(row(), tailOfHead, 1 + SAME[n % SAME.length])))
                .toList();
    }

    /** Pairs of forks with the same scores and with other metrics. */
    private static List<Pair> pairs(int count, Map<String, double[]> base, Map<String, double[]> head) {
        return IntStream.range(0, count)
                .mapToObj(n -> pair(
                        fork(with(base, 1), 50, 1),
                        fork(with(head, 1 + SAME[n % SAME.length]), 50, 1 + SAME[n % SAME.length])))
                .toList();
    }

    private static Rows with(Map<String, double[]> metrics, double factor) {
        Rows row = row();
        metrics.forEach((name, windows) -> row.metric(
                name,
                Stream.of(windows)
                        .flatMapToDouble(Arrays::stream)
                        .map(value -> name.equals(Latencies.MET) ? value : value * factor)
                        .toArray()));
        return row;
    }

    private Session session(List<Pair> pairs) {
        Session session = new Session(MadeUpSession.header(List.of(KEY), confirm, metrics));
        pairs.forEach(session::add);
        return session;
    }

    private Verdicts verdicts(List<Pair> pairs) {
        return SessionComparison.of(List.of(session(pairs)), OptionalDouble.empty());
    }

    private Map<String, VerdictRow> rows(List<Pair> pairs) {
        Map<String, VerdictRow> rows = new LinkedHashMap<>();
        verdicts(pairs).rows().forEach(row -> rows.put(row.key().simpleName(), row));
        return rows;
    }

    private RowRun run(List<Pair> pairs) {
        RowRun run = new RowRun(MadeUpSession.header(List.of(KEY), confirm, metrics), MadeUpSession.planned(KEY, 7));
        pairs.forEach(pair -> {
            run.headFirst(new Random(1));
            run.add(pair, 1, 0);
        });
        return run;
    }

    private static Map<String, Verdict> judgedIn(Map<String, VerdictRow> rows) {
        Map<String, Verdict> verdicts = new LinkedHashMap<>();
        rows.forEach((name, row) -> {
            if (row.verdict() != Verdict.NOT_JUDGED) {
                verdicts.put(name, row.verdict());
            }
        });
        return verdicts;
    }

    @Test
    void aTailTwiceAsLongIsFoundAtAnEqualMean() {
        List<Pair> pairs = pairs(15, 50, 100);
        Map<String, VerdictRow> rows = rows(pairs);
        assertThat(judgedIn(rows))
                .isEqualTo(Map.of("B.c", Verdict.SAME, "B.c:p50", Verdict.SAME, "B.c:p99", Verdict.SLOWER));
        assertThat(rows).containsKeys("B.c:p90", "B.c:p99.9");
        assertThat(rows.get("B.c:p99").slowdown().orElseThrow().value()).isBetween(1.99, 2.01);
        assertThat(rows.values())
                .allSatisfy(row ->
                        assertThat(row.score().orElseThrow().rule().level()).isEqualTo(2 * PairedRule.LEVEL / 3));
        Verdicts verdicts = verdicts(pairs);
        assertThat(verdicts.outcome(false)).isEqualTo(Outcome.REGRESSION);
        VerdictReport report = new VerdictReport(verdicts, false);
        assertThat(report.text(new View(Terminal.ENDLESS, false, Optional.empty())))
                .startsWith("REGRESSION: 1 of 3 rows is slower. 2 same.\n")
                .contains("slower\n  B.c:p99 ");
        assertThat(report.json()).contains("\"metric\": \"p99\"");
        assertThat(report.junit())
                .contains("c:p99 mode=sample", "tests=\"5\" failures=\"1\" errors=\"0\" skipped=\"2\"");
        assertThat(report.annotations()).contains("::error", "B.c:p99");
        assertThat(judgedIn(rows(pairs(15, 50, 50))))
                .isEqualTo(Map.of("B.c", Verdict.SAME, "B.c:p50", Verdict.SAME, "B.c:p99", Verdict.SAME));
    }

    @Test
    void aNamedPercentileIsJudgedInPlaceOfTheUsualOnes() {
        metrics = List.of("p99");
        Map<String, VerdictRow> rows = rows(pairs(15, 50, 100));
        assertThat(judgedIn(rows)).isEqualTo(Map.of("B.c", Verdict.SAME, "B.c:p99", Verdict.SLOWER));
        assertThat(rows.get("B.c:p99").score().orElseThrow().rule().level()).isEqualTo(PairedRule.LEVEL);
        metrics = List.of("p75", "p95");
        assertThat(judgedIn(rows(pairs(15, 50, 100)))).containsOnlyKeys("B.c", "B.c:p75", "B.c:p95");
    }

    /** The tail differs by 40 % up or down in each pair, and the score by nothing. */
    @Test
    void aRowIsMeasuredUntilAllItsQuantitiesAreDecided() {
        List<Pair> pairs = IntStream.range(0, 60)
                .mapToObj(n -> pair(fork(row(), 50, 1), fork(row(), n % 2 == 0 ? 70 : 35, 1)))
                .toList();
        RowRun run = run(pairs.subList(0, 12));
        assertThat(run.judged().verdict()).isEqualTo(Verdict.SAME);
        assertThat(run.isFinished()).isFalse();
        assertThat(run.shown().key().simpleName()).isEqualTo("B.c:p99");
        assertThat(run.nanosLeft()).isPositive();
        assertThat(run(pairs).isFinished()).isTrue();
        metrics = List.of("p50");
        assertThat(run(pairs.subList(0, 12)).isFinished()).isTrue();
    }

    @Test
    void aSlowerQuantityIsConfirmedByFreshPairs() {
        confirm = true;
        List<Pair> slower = pairs(12, 50, 100);
        RowRun run = run(slower.subList(0, 6));
        assertThat(run.isConfirming()).isTrue();
        assertThat(run.newlyToConfirm())
                .singleElement()
                .satisfies(it -> assertThat(it.key().simpleName()).isEqualTo("B.c:p99"));
        assertThat(run(slower.subList(0, 11)).isFinished()).isFalse();
        assertThat(run(slower.subList(0, 7)).newlyToConfirm()).isEmpty();
        assertThat(run(slower).isFinished()).isTrue();
        assertThat(rows(slower).get("B.c:p99").confirmed()).isPresent();
        List<Pair> gone = Stream.concat(slower.stream().limit(6), pairs(6, 50, 50).stream())
                .toList();
        VerdictRow p99 = rows(gone).get("B.c:p99");
        assertThat(p99.isRegression()).isFalse();
        assertThat(p99.remarks())
                .singleElement()
                .satisfies(it -> assertThat(it).startsWith("slower after 6 pairs, not confirmed by 6 fresh pairs"));
    }

    @Test
    void aMetricIsJudgedByTheMedianOfEachForksIterations() {
        metrics = List.of("p99", "hits:higher");
        Map<String, VerdictRow> rows =
                rows(pairs(10, Map.of("hits", new double[] {10, 20, 900}), Map.of("hits", new double[] {10, 18, 900})));
        assertThat(judgedIn(rows))
                .isEqualTo(Map.of("B.c", Verdict.SAME, "B.c:p99", Verdict.SAME, "B.c:hits", Verdict.SLOWER));
        assertThat(rows.get("B.c:hits").slowdown().orElseThrow().value()).isBetween(1.10, 1.12);
        assertThat(rows.get("B.c:hits").score().orElseThrow().rule().level()).isEqualTo(2 * PairedRule.LEVEL / 3);
    }

    @Test
    void aMetricWithoutARatioIsNotJudged() {
        metrics = List.of("p50", "misses");
        Map<String, double[]> none = Map.of("misses", new double[] {0, 0});
        VerdictRow zero =
                rows(pairs(10, none, Map.of("misses", new double[] {5, 5}))).get("B.c:misses");
        assertThat(zero.verdict()).isEqualTo(Verdict.NOT_JUDGED);
        assertThat(zero.reason()).contains("a fork has the value 0 or none, so that there is no ratio");
        assertThat(zero.isOpen()).isFalse();
        List<Pair> once = Stream.concat(
                        pairs(9, Map.of("misses", new double[] {5}), Map.of("misses", new double[] {5})).stream(),
                        pairs(1, Map.of(), Map.of()).stream())
                .toList();
        assertThat(rows(once).get("B.c:misses").verdict()).isEqualTo(Verdict.NOT_JUDGED);
        assertThat(run(once).isFinished()).isTrue();
    }

    private static Map<String, double[]> rate(double cpu, double... met) {
        return Map.of(Latencies.CPU, new double[] {cpu, cpu}, Latencies.MET, met);
    }

    @Test
    void aRowAtARateIsJudgedByCpuAndPercentilesInPlaceOfTheMean() {
        List<Pair> pairs = pairs(10, rate(20, 1, 1, 0), rate(24, 1, 1, 1));
        Map<String, VerdictRow> rows = rows(pairs);
        assertThat(judgedIn(rows))
                .isEqualTo(Map.of("B.c:p50", Verdict.SAME, "B.c:p99", Verdict.SAME, "B.c:cpu", Verdict.SLOWER));
        assertThat(rows.get("B.c").reason()).contains(Quantities.MEAN_AT_RATE);
        assertThat(rows.get("B.c:cpu").score().orElseThrow().rule().level()).isEqualTo(2 * PairedRule.LEVEL / 3);
        assertThat(run(pairs).shown().key().simpleName()).isEqualTo("B.c:p50");
        metrics = List.of("cpu");
        assertThat(judgedIn(rows(pairs))).containsOnlyKeys("B.c:cpu");
        metrics = List.of("p99");
        assertThat(judgedIn(rows(pairs))).containsOnlyKeys("B.c:p99");
        metrics = List.of("cpu", "p99");
        assertThat(judgedIn(rows(pairs))).containsOnlyKeys("B.c:cpu", "B.c:p99");
    }

    /** Pairs of a row at a rate; head did not meet it in the first of them. */
    private static List<Pair> pairsAtRate(int met, int unmet) {
        return Stream.concat(
                        pairs(unmet, rate(20, 1, 1, 1), rate(40, 1, 0, 0)).stream(),
                        pairs(met, rate(20, 1, 1, 1), rate(20, 1, 1, 0)).stream())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "6, 1", "18, 2", "27, 3"})
    void aPairThatDidNotMeetItsRateIsExcluded(int met, int unmet) {
        List<Pair> pairs = pairsAtRate(met, unmet);
        Map<String, VerdictRow> rows = rows(pairs);
        assertThat(rows.get("B.c").remarks())
                .containsExactly(Sections.count(unmet, "pair") + " excluded, because a fork did not meet the rate");
        assertThat(rows.get("B.c").pairs()).isEqualTo(met);
        assertThat(run(pairs).isFinished()).isEqualTo(met > 0);
        if (met > 0) {
            assertThat(judgedIn(rows))
                    .isEqualTo(Map.of("B.c:p50", Verdict.SAME, "B.c:p99", Verdict.SAME, "B.c:cpu", Verdict.SAME));
            assertThat(rows.get("B.c:cpu").remarks()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 2", "17, 2", "26, 3"})
    void aRateThatWasNotMetInMoreThanATenthOfThePairsHasNoVerdictAndEndsItsRow(int met, int unmet) {
        List<Pair> pairs = pairsAtRate(met, unmet);
        Verdicts verdicts = verdicts(pairs);
        assertThat(verdicts.rows()).singleElement().satisfies(row -> {
            assertThat(row.verdict()).isEqualTo(Verdict.NOT_JUDGED);
            assertThat(row.reason()).contains("the rate was not met");
            assertThat(row.allocation()).isEmpty();
        });
        assertThat(verdicts.outcome(false)).isEqualTo(Outcome.OK);
        assertThat(verdicts.outcome(true)).isEqualTo(Outcome.NOT_SHOWN);
        assertThat(new VerdictReport(verdicts, false).text(View.EVERYTHING))
                .startsWith("INCONCLUSIVE: no row is decided.")
                .containsOnlyOnce(
                        "not judged, because the rate was not met in most windows of a fork (name a lower rate): B.c\n");
        assertThat(run(pairs).isFinished()).isTrue();
    }

    /** The mean of head is three times as long, which is no verdict at a rate. */
    @Test
    void aRowAtARateThatFailedIsNotSlowerByItsMean() {
        Row base = fork(with(rate(20, 1), 1), 50, 1);
        Session session = session(IntStream.range(0, 10)
                .mapToObj(n -> pair(base, fork(with(rate(20, 1), 1), 50, 3 * (1 + SAME[n]))))
                .toList());
        for (int failure = 0; failure < Session.FAILURES; failure++) {
            session.add(new Session.Loss(Session.FAILED, KEY, "head", "exit code 1"));
        }
        Verdicts verdicts = SessionComparison.of(List.of(session), OptionalDouble.empty());
        assertThat(verdicts.rows()).singleElement().satisfies(row -> {
            assertThat(row.verdict()).isEqualTo(Verdict.FAILED);
            assertThat(row.isRegression()).isFalse();
        });
    }

    @Test
    void sessionsOfDifferentMetricsAreJudgedByNamedOnes() {
        RowKey call = MadeUpSession.key("call");
        MadeUpSession first = new MadeUpSession("2026-01-01T10:00:00Z", 0.03, call).pairs(call, SAME);
        MadeUpSession second = new MadeUpSession("2026-01-02T10:00:00Z", 0.03, call)
                .headBytes(96)
                .metric("gc.alloc.rate.norm")
                .pairs(call, SAME);
        assertThatThrownBy(() -> judged(first, second))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the folders were measured with different metrics: name some with --metric");
        assertThat(judged(second).rows())
                .extracting(it -> it.key().simpleName() + " " + it.word())
                .containsExactly("B.call SAME", "B.call:gc.alloc.rate.norm SLOWER");
        assertThat(judged(new MadeUpSession("2026-01-02T10:00:00Z", 0.03, call)
                                .headBytes(96)
                                .metric("gc.alloc.rate.norm")
                                .rowMargin(":gc.alloc", 0.6)
                                .pairs(call, SAME))
                        .rows())
                .extracting(VerdictRow::verdict)
                .containsOnly(Verdict.SAME);
        List<Session> both = List.of(first.read(), second.read());
        assertThat(SessionComparison.of(both, Margins.of(0.03), List.of(MetricChoice.parse("gc.*")))
                        .rows())
                .hasSize(2);
        assertThatThrownBy(() -> SessionComparison.of(both, Margins.of(0.03), List.of(MetricChoice.parse("p99"))))
                .hasMessage("no row has samples for p99: percentiles need JMH's mode sample (-bm sample)");
    }
}
