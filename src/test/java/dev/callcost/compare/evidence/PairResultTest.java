package dev.callcost.compare.evidence;

import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.callcost.Seeds;
import dev.callcost.compare.evidence.PairDifference.Course;
import dev.callcost.compare.evidence.PairResult.Evidence;
import dev.callcost.compare.evidence.PairResult.Priors;
import dev.callcost.data.RowDrift;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Moderation.Prior;
import dev.callcost.stats.VerdictRule;
import dev.callcost.stats.VerdictRule.Verdict;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Expected intervals are scipy 1.17.1's, of the first n differences: {@code np.exp(st.ttest_1samp(d[:n],
 * 0).confidence_interval(.999))}.
 */
class PairResultTest {
    private static final VerdictRule ONE_ROW = PairRule.of(new double[] {1}, VerdictRule.MARGIN, 1);
    private static final Offset<Double> CLOSE = within(1e-8);
    private static final List<PairDifference> SLOWER =
            pairs(0.031, 0.052, 0.018, 0.047, 0.060, 0.025, 0.039, 0.044, 0.011, 0.058);

    /** Pairs whose means say the same as their medians. */
    private static List<PairDifference> pairs(double... differences) {
        return DoubleStream.of(differences).mapToObj(PairResultTest::one).toList();
    }

    /** Pairs that scatter so much around no difference that they decide nothing. */
    private static List<PairDifference> noise(int pairs) {
        return withMeans(pairs, 0.3, 0, 0);
    }

    /** Medians alternate around zero, means around a value. */
    private static List<PairDifference> withMeans(int pairs, double median, double mean, double spread) {
        return IntStream.range(0, pairs)
                .map(pair -> pair % 2 == 0 ? 1 : -1)
                .mapToObj(sign -> new PairDifference(sign * median, sign * median, mean + sign * spread, Course.NONE))
                .toList();
    }

    private static PairResult judge(List<PairDifference> pairs) {
        return judge(pairs, false);
    }

    private static PairResult judge(List<PairDifference> pairs, boolean meanDecides) {
        return judge(pairs, Moderation.NOTHING, meanDecides);
    }

    private static PairResult judge(List<PairDifference> pairs, Moderation prior, boolean meanDecides) {
        return evidence(pairs, prior, meanDecides).judge(ONE_ROW);
    }

    private static Evidence evidence(List<PairDifference> pairs, Moderation prior, boolean meanDecides) {
        return Evidence.of(pairs, new Priors(List.of(), prior), meanDecides, VerdictRule.MARGIN);
    }

    @ParameterizedTest
    @CsvSource({
        "1,   1, NaN,                0.031,               NaN,                UNDECIDED,   3",
        "6,   6, 0.9923632846685564, 0.03883333333333333, 1.089079333348363,  UNDECIDED,   2",
        "8,   8, 1.0125581071854126, 0.0395,              1.0687824376602901, SLOWER,      0",
        "9,   8, 1.0125581071854126, 0.0395,              1.0687824376602901, SLOWER,      0",
        "10, 10, 1.0131751383035532, 0.0385,              1.065997413044509,  SLOWER,      0"
    })
    void isJudgedAtTheLastAnalysisAndEndsWithAVerdict(
            int pairs, int judged, double low, double log, double high, Verdict verdict, int more) {
        PairResult comparison = judge(SLOWER.subList(0, pairs));
        assertIs(comparison, judged, low, Math.exp(log), high);
        assertThat(comparison.pairs()).isEqualTo(pairs);
        assertThat(comparison.verdict()).isEqualTo(verdict);
        assertThat(comparison.isFinished()).isEqualTo(more == 0);
        assertThat(comparison.morePairs()).isEqualTo(more);
    }

    /** Medians agree within 0.1 %. */
    @ParameterizedTest
    @CsvSource({
        "8, 1,     0.1, SLOWER",
        "8, -1,    0.1, FASTER",
        "8, 1,     0.6, UNDECIDED",
        "8, 0.029, 0,   UNDECIDED",
        "3, 1,     0.1, UNDECIDED"
    })
    void aMeanBeyondTheMarginIsMarkedWhereTheMedianIsTheSame(int pairs, double mean, double spread, Verdict verdict) {
        List<PairDifference> some = withMeans(pairs, 0.001, mean, spread);
        assertThat(judge(some).score().meanBeyond()).isEqualTo(verdict);
        assertThat(judge(some, true).score().meanBeyond()).isEqualTo(Verdict.UNDECIDED);
    }

    /** As counters do. */
    @Test
    void pairsThatAgreeWhollyAreDecided() {
        PairResult same = judge(Collections.nCopies(4, one(0)));
        assertThat(same.verdict()).isEqualTo(Verdict.SAME);
        assertThat(same.score().low()).isEqualTo(1);
        assertThat(same.score().high()).isEqualTo(1);
        assertThat(judge(Collections.nCopies(4, one(0.1))).verdict()).isEqualTo(Verdict.SLOWER);
    }

    /** Half of the iterations became slower: the fastest quarters agree, and the medians do not. */
    @Test
    void sameTakesBothStatistics() {
        List<PairDifference> modes = IntStream.range(0, 12)
                .mapToObj(n -> new PairDifference(0.001 * (n % 2), 0.2 + 0.001 * (n % 2), 0.001 * (n % 2), Course.NONE))
                .toList();
        assertThat(judge(modes).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(judge(modes, true).verdict()).isEqualTo(Verdict.SAME);
    }

    @Test
    void aRowIsClearWhereTheSlowdownToFindIsFarAway() {
        assertThat(judge(pairs(0.01)).isClear()).as("one pair without a prior").isFalse();
        Moderation prior = new Moderation(Prior.FIXED, 2, 0.02 * 0.02);
        assertThat(judge(pairs(0.01), prior, false).isClear()).isTrue();
        assertThat(judge(pairs(0.04), prior, false).isClear()).isFalse();
    }

    @Test
    void medianAndMeanEachHaveAVerdictAndOneDecides() {
        List<PairDifference> collections = SLOWER.subList(0, 8).stream()
                .map(pair ->
                        new PairDifference(pair.byFastest() / 100, pair.byMedian() / 100, pair.byMean(), Course.NONE))
                .toList();
        PairResult usual = judge(collections, false);
        PairResult byMean = judge(collections, true);
        assertThat(usual.verdict()).isEqualTo(Verdict.SAME);
        assertThat(byMean.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(usual.score().meanVerdict()).isEqualTo(Verdict.SLOWER);
        assertThat(byMean.score().usualVerdict()).isEqualTo(Verdict.SAME);
        assertIs(byMean, 8, 1.0125581071854126, Math.exp(0.0395), 1.0687824376602901);
    }

    @Test
    void aRowWithoutVerdictEndsAtTheLastLook() {
        assertThat(judge(noise(59)).isFinished()).isFalse();
        PairResult last = judge(noise(60));
        assertThat(last.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(last.isFinished()).isTrue();
        // sd 0.3025, so (3.46321 x 0.3025 / ln 1.03)^2 = 1256.2
        assertThat(last.morePairs()).isEqualTo(1257 - 60);
    }

    private static PairDifference one(double difference) {
        return new PairDifference(difference, difference, difference, Course.NONE);
    }

    private static void assertIs(PairResult comparison, int judged, double low, double ratio, double high) {
        assertThat(comparison.score().slowdown().forks()).isEqualTo(judged);
        assertThat(comparison.score().slowdown().value()).isCloseTo(ratio, CLOSE);
        assertThat(comparison.score().low()).isCloseTo(low, CLOSE);
        assertThat(comparison.score().high()).isCloseTo(high, CLOSE);
    }

    /** A pair whose difference is a line over twenty neighbours, with a level of its own. */
    private static PairDifference drifting(double level, double slope) {
        List<Double> base = IntStream.range(0, 20).mapToObj(i -> 50.0 + i % 3).toList();
        List<Double> head = IntStream.range(0, 20)
                .mapToObj(i -> base.get(i) * Math.exp(level + slope * i))
                .toList();
        return PairDifference.of(row().of(List.of(base)), row().of(List.of(head)))
                .orElseThrow();
    }

    private static PairResult sixPairs(IntFunction<PairDifference> pair) {
        return judge(IntStream.range(0, 6).mapToObj(pair).toList());
    }

    @Test
    void aDifferenceThatShrinksIsSeenWhateverThePairsLevels() {
        PairResult shrinking = sixPairs(n -> drifting(n % 2 == 0 ? 0.1 : 0.3, -0.004 - 0.0001 * n));
        assertThat(shrinking.significantDrift()).isPresent();
        RowDrift drift = shrinking.significantDrift().orElseThrow();
        assertThat(drift.change()).as("16 iterations apart").isCloseTo(16 * -0.00425, within(1e-9));
        assertThat(drift.first()).isCloseTo(0.2 - 1.5 * 0.00425, within(1e-9));
        assertThat(drift.last()).isCloseTo(0.2 - 17.5 * 0.00425, within(1e-9));
        assertThat(drift.parts()).hasSize(5);
    }

    private static final Map<Verdict, Verdict> MIRRORED =
            Map.of(Verdict.SLOWER, Verdict.FASTER, Verdict.FASTER, Verdict.SLOWER);

    /** Some that are clearly apart, some the same, some inconclusive. */
    private static List<PairDifference> random(SplittableRandom random) {
        double difference = random.nextDouble(-0.08, 0.08);
        return Stream.generate(() -> {
                    double byFastest = difference + random.nextDouble(-0.03, 0.03);
                    return new PairDifference(
                            byFastest, byFastest, difference + random.nextDouble(-0.03, 0.03), Course.NONE);
                })
                .limit(random.nextInt(2, 71))
                .toList();
    }

    @Seeds(300)
    void swappingTheSidesMirrorsTheVerdict(SplittableRandom random) {
        List<PairDifference> pairs = random(random);
        boolean meanDecides = random.nextBoolean();
        List<PairDifference> swapped = pairs.stream()
                .map(pair -> new PairDifference(-pair.byFastest(), -pair.byMedian(), -pair.byMean(), Course.NONE))
                .toList();
        PairResult there = judge(pairs, meanDecides);
        PairResult back = judge(swapped, meanDecides);
        assertThat(back.verdict()).isEqualTo(MIRRORED.getOrDefault(there.verdict(), there.verdict()));
        assertThat(back.score().low() * there.score().high()).isCloseTo(1, withPercentage(1e-6));
        assertThat(back.morePairs()).isEqualTo(there.morePairs());
    }

    @Seeds(300)
    void theVerdictIsWhatTheIntervalShows(SplittableRandom random) {
        List<PairDifference> pairs = random(random);
        PairResult comparison = judge(pairs);
        boolean within = comparison.score().low() > 1 / (1 + VerdictRule.MARGIN)
                && comparison.score().high() < 1 + VerdictRule.MARGIN;
        boolean early = pairs.size() < PairRule.FEWEST_PAIRS;
        assertThat(comparison.verdict() == Verdict.SAME).isEqualTo(within && !early);
        boolean wasApart = evidence(pairs, Moderation.NOTHING, false)
                .deciding()
                .reached()
                .anyMatch(it -> it.low(ONE_ROW.confidence()) > 1 || it.high(ONE_ROW.confidence()) < 1);
        assertThat(EnumSet.of(Verdict.SLOWER, Verdict.FASTER).contains(comparison.verdict()))
                .isEqualTo(wasApart && !within && !early);
        assertThat(comparison.morePairs() > 0).isEqualTo(!comparison.verdict().isDecided());
    }
}
