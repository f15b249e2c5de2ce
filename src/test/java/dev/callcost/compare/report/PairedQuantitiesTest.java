package dev.callcost.compare.report;

import static dev.callcost.compare.MadeUpSession.SAME;
import static dev.callcost.compare.MadeUpSession.judged;
import static dev.callcost.compare.Rows.byName;
import static dev.callcost.compare.Rows.level;
import static dev.callcost.compare.Rows.row;
import static dev.callcost.compare.Rows.text;
import static dev.callcost.compare.Rows.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.agent.Latencies;
import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.Rows;
import dev.callcost.compare.evidence.NoVerdict;
import dev.callcost.compare.evidence.PairRule;
import dev.callcost.compare.evidence.Quantities;
import dev.callcost.compare.judge.PairJudge;
import dev.callcost.compare.judge.PairVerdicts;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.compare.judge.Verdicts.Outcome;
import dev.callcost.compare.report.VerdictTable.View;
import dev.callcost.compare.session.MetricChoice;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionEvent.ChosenRow;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.data.Histogram;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.text.Sections;
import dev.callcost.text.Terminal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Percentiles and metrics of pairs, and rows at a rate. */
class PairedQuantitiesTest {
    private static final RowKey KEY = new RowKey("a.B.c", "sample", Map.of());

    private List<String> metrics = List.of();

    /**
     * A fork of 10,000 calls: 60 % take 10 us, 2 % take {@code tail} us, and the others take what makes the mean 11.56
     * us.
     *
     * @param factor of all times
     */
    private static Row fork(Rows row, double tail, double factor) {
        double others = (11.56 - 0.6 * 10 - 0.02 * tail) / 0.38;
        Histogram window = Histogram.of(
                new double[] {others * factor, 10 * factor, tail * factor}, new double[] {1900, 3000, 100});
        return row.sampled(List.of(Collections.nCopies(2, window)));
    }

    /** Pairs of a base and of heads that have a noise of 0.4 %. */
    private static List<Pair> pairs(int count, Row base, DoubleFunction<Row> head) {
        return IntStream.range(0, count)
                .mapToObj(n -> new Pair(KEY, false, base, head.apply(1 + SAME[n % SAME.length]), 0))
                .toList();
    }

    private static List<Pair> pairs(int count, double tailOfBase, double tailOfHead) {
        return pairs(count, fork(row(), tailOfBase, 1), noise -> fork(row(), tailOfHead, noise));
    }

    /** Pairs of forks with the same scores and with other metrics. */
    private static List<Pair> pairs(int count, Map<String, double[]> base, Map<String, double[]> head) {
        return pairs(count, fork(with(base, 1), 50, 1), noise -> fork(with(head, noise), 50, noise));
    }

    private static Rows with(Map<String, double[]> metrics, double factor) {
        Rows row = row();
        metrics.forEach((name, windows) -> row.metric(
                name,
                Arrays.stream(windows)
                        .map(value -> name.equals(Latencies.MET) ? value : value * factor)
                        .toArray()));
        return row;
    }

    private static List<Pair> concat(List<Pair> first, List<Pair> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private Session session(List<Pair> pairs) {
        Session session = new Session(MadeUpSession.header(List.of(KEY), metrics));
        session.add(new ChosenRow(KEY));
        pairs.forEach(session::add);
        return session;
    }

    private Verdicts verdicts(List<Pair> pairs) {
        return PairVerdicts.of(List.of(session(pairs)));
    }

    private Map<String, RowVerdict> rows(List<Pair> pairs) {
        return byName(verdicts(pairs));
    }

    private PairJudge judging(List<Pair> pairs) {
        return new PairJudge(
                List.of(session(pairs)),
                0.03,
                new Quantities(metrics.stream().map(MetricChoice::parse).toList()));
    }

    /** Whether a row gets no more pairs. */
    private boolean isFinished(List<Pair> pairs) {
        return judging(pairs).verdicts(KEY).stream().allMatch(RowVerdict::isFinished);
    }

    /** The rows that are judged, with their verdicts. */
    private List<String> judged(List<Pair> pairs) {
        return words(verdicts(pairs)).stream()
                .filter(row -> !row.endsWith(" NOT_JUDGED"))
                .toList();
    }

    @Test
    void aTailTwiceAsLongIsFoundAtAnEqualMean() {
        List<Pair> pairs = pairs(15, 50, 100);
        assertThat(judged(pairs)).containsExactly("B.c SAME", "B.c:p50 SAME", "B.c:p99 SLOWER");
        Map<String, RowVerdict> rows = rows(pairs);
        assertThat(rows.get("B.c:p99").ratio()).isBetween(1.99, 2.01);
        assertThat(rows.values()).allSatisfy(row -> assertThat(level(row)).isEqualTo(2 * PairRule.LEVEL / 3));
        Verdicts verdicts = verdicts(pairs);
        assertThat(verdicts.outcome(false)).isEqualTo(Outcome.REGRESSION);
        VerdictReport report = new VerdictReport(verdicts, false);
        assertThat(report.text(new View(Terminal.ENDLESS, false)))
                .startsWith("REGRESSION: 1 of 3 rows is slower, B.c:p99 +100%. 2 same.\n")
                .contains("slower\n  B.c:p99 ");
        assertThat(report.json()).contains("\"metric\": \"p99\"");
        assertThat(report.annotations()).contains("::error title=slower%3A B.c%3Ap99");
        assertThat(judged(pairs(15, 50, 50))).containsExactly("B.c SAME", "B.c:p50 SAME", "B.c:p99 SAME");
    }

    /** The tail differs by 40 % up or down in each pair, and the score by nothing. */
    @Test
    void aRowIsMeasuredUntilAllItsQuantitiesAreDecided() {
        List<Pair> pairs = new ArrayList<>();
        for (int n = 0; n < 30; n++) {
            pairs.addAll(pairs(1, fork(row(), 50, 1), noise -> fork(row(), 70, 1)));
            pairs.addAll(pairs(1, fork(row(), 50, 1), noise -> fork(row(), 35, 1)));
        }
        assertThat(judged(pairs.subList(0, 12))).startsWith("B.c SAME");
        assertThat(isFinished(pairs.subList(0, 12))).isFalse();
        assertThat(judging(pairs.subList(0, 12)).slowest(KEY).getAsDouble()).isBetween(-0.01, 0.01);
        assertThat(isFinished(pairs)).isTrue();
        metrics = List.of("p50");
        assertThat(isFinished(pairs.subList(0, 12))).isTrue();
    }

    @Test
    void aMetricIsJudgedByTheMedianOfEachForksIterations() {
        metrics = List.of("p99", "hits:higher");
        List<Pair> pairs =
                pairs(10, Map.of("hits", new double[] {10, 20, 900}), Map.of("hits", new double[] {10, 18, 900}));
        assertThat(judged(pairs)).containsExactly("B.c SAME", "B.c:p99 SAME", "B.c:hits SLOWER");
        RowVerdict hits = rows(pairs).get("B.c:hits");
        assertThat(hits.ratio()).isBetween(1.10, 1.12);
        assertThat(level(hits)).isEqualTo(2 * PairRule.LEVEL / 3);
    }

    @Test
    void aMetricWithoutARatioIsNotJudged() {
        metrics = List.of("p50", "misses");
        Map<String, double[]> five = Map.of("misses", new double[] {5, 5});
        RowVerdict zero =
                rows(pairs(10, Map.of("misses", new double[] {0, 0}), five)).get("B.c:misses");
        assertThat(zero.fate()).isEqualTo(Fate.NOT_JUDGED);
        assertThat(zero.reason()).contains(NoVerdict.NO_RATIO);
        assertThat(zero.isOpen()).isFalse();
        List<Pair> once = concat(pairs(9, five, five), pairs(1, Map.of(), Map.of()));
        assertThat(rows(once).get("B.c:misses").fate()).isEqualTo(Fate.NOT_JUDGED);
        assertThat(isFinished(once)).isTrue();
    }

    /** 24 and 26 bytes have a ratio that is beyond the margin, and 2 bytes do not count. */
    @Test
    void bytesWithinTheFloorAreTheSame() {
        metrics = List.of("gc.alloc.rate.norm");
        assertThat(bytes(24, 26)).isEqualTo(Fate.SAME);
        assertThat(bytes(24, 32)).isEqualTo(Fate.SLOWER);
        assertThat(bytes(0.0001, 0.0002)).isEqualTo(Fate.NOT_JUDGED);
    }

    private Fate bytes(double base, double head) {
        RowVerdict row = rows(pairs(
                        10, fork(row().bytes(base), 50, 1), noise -> fork(row().bytes(head * noise), 50, noise)))
                .get("B.c:gc.alloc.rate.norm");
        assertThat(row.isRegression()).isEqualTo(row.fate() == Fate.SLOWER);
        return row.fate();
    }

    private static Map<String, double[]> rate(double cpu, double... met) {
        return Map.of(Latencies.CPU, new double[] {cpu, cpu}, Latencies.MET, met);
    }

    @Test
    void aRowAtARateIsJudgedByCpuAndPercentilesInPlaceOfTheMean() {
        List<Pair> pairs = pairs(10, rate(20, 1, 1, 0), rate(24, 1, 1, 1));
        assertThat(judged(pairs)).containsExactly("B.c:p50 SAME", "B.c:p99 SAME", "B.c:cpu SLOWER");
        assertThat(rows(pairs).get("B.c").reason()).contains(NoVerdict.MEAN_AT_RATE);
        assertThat(level(rows(pairs).get("B.c:cpu"))).isEqualTo(2 * PairRule.LEVEL / 3);
        metrics = List.of("cpu");
        assertThat(judged(pairs)).containsExactly("B.c:cpu SLOWER");
        metrics = List.of("p99");
        assertThat(judged(pairs)).containsExactly("B.c:p99 SAME");
        metrics = List.of("cpu", "p99");
        assertThat(judged(pairs)).containsExactly("B.c:p99 SAME", "B.c:cpu SLOWER");
    }

    /** Head did not meet its rate in some pairs: one, or a tenth of all, is excluded; more end the row. */
    @ParameterizedTest
    @CsvSource({"0, 1, true", "6, 1, true", "18, 2, true", "27, 3, true", "0, 2, false", "17, 2, false", "26, 3, false"
    })
    void aRateThatWasNotMetInMoreThanATenthOfThePairsHasNoVerdict(int met, int unmet, boolean isJudged) {
        List<Pair> pairs = concat(
                pairs(unmet, rate(20, 1, 1, 1), rate(40, 1, 0, 0)), pairs(met, rate(20, 1, 1, 1), rate(20, 1, 1, 0)));
        Verdicts verdicts = verdicts(pairs);
        RowVerdict first = verdicts.rows().get(0);
        assertThat(first.pairs()).isEqualTo(met);
        assertThat(isFinished(pairs)).isEqualTo(met > 0 || !isJudged);
        if (isJudged) {
            assertThat(first.remarks())
                    .containsExactly(Sections.count(unmet, "pair") + " excluded, because a fork did not meet the rate");
            if (met > 0) {
                assertThat(judged(pairs)).containsExactly("B.c:p50 SAME", "B.c:p99 SAME", "B.c:cpu SAME");
                assertThat(byName(verdicts).get("B.c:cpu").remarks()).isEmpty();
            }
            return;
        }
        assertThat(words(verdicts)).containsExactly("B.c NOT_JUDGED");
        assertThat(first.reason()).contains(NoVerdict.RATE_NOT_MET);
        assertThat(first.allocation()).isEmpty();
        assertThat(verdicts.outcome(false)).isEqualTo(Outcome.OK);
        assertThat(verdicts.outcome(true)).isEqualTo(Outcome.NOT_SHOWN);
        assertThat(text(verdicts))
                .startsWith("INCONCLUSIVE: no row is decided.")
                .containsOnlyOnce(
                        "not judged, because the rate was not met in most windows of a fork (name a lower rate): B.c\n");
    }

    @Test
    void sessionsOfDifferentMetricsAreJudgedByNamedOnes() {
        RowKey call = MadeUpSession.key("call");
        MadeUpSession first = MadeUpSession.of(call).pairs(call, SAME);
        Supplier<MadeUpSession> second = () -> new MadeUpSession("2026-01-02T10:00:00Z", 0.03, call)
                .headBytes(96)
                .metric("gc.alloc.rate.norm")
                .pairs(call, SAME);
        assertThatThrownBy(() -> MadeUpSession.judged(first, second.get()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the folders were measured with different metrics: name some with --metric");
        assertThat(words(MadeUpSession.judged(second.get())))
                .containsExactly("B.call SAME", "B.call:gc.alloc.rate.norm SLOWER");
        List<Session> both = List.of(first.read(), second.get().read());
        assertThat(PairVerdicts.of(both, 0.03, List.of(MetricChoice.parse("gc.alloc.rate.norm")))
                        .rows())
                .hasSize(2);
        assertThatThrownBy(() -> PairVerdicts.of(both, 0.03, List.of(MetricChoice.parse("p99"))))
                .hasMessage("no row has samples for p99: percentiles need JMH's mode sample (-bm sample)");
    }
}
