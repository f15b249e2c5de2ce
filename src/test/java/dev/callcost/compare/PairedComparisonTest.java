package dev.callcost.compare;

import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.callcost.Seeds;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Trend;
import dev.callcost.stats.Verdict;
import java.util.Collections;
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
 * Expected intervals are scipy 1.17.1's, of the first n differences:
 * {@code np.exp(st.ttest_1samp(d[:n], 0).confidence_interval(.999))}.
 */
class PairedComparisonTest {
    private static final PairedRule ONE_ROW = PairedRule.forEachOf(1, Rule.MARGIN);
    private static final Offset<Double> CLOSE = within(1e-8);
    private static final List<PairDifference> SLOWER =
            pairs(0.031, 0.052, 0.018, 0.047, 0.060, 0.025, 0.039, 0.044, 0.011, 0.058);

    /** Pairs whose means say the same as their medians. */
    private static List<PairDifference> pairs(double... differences) {
        return DoubleStream.of(differences).mapToObj(PairedComparisonTest::one).toList();
    }

    /** Pairs that scatter so much around no difference that they decide nothing. */
    private static List<PairDifference> noise(int pairs) {
        return withMeans(pairs, 0.3, 0, 0);
    }

    /** Medians alternate around zero, means around a value. */
    private static List<PairDifference> withMeans(int pairs, double median, double mean, double spread) {
        return IntStream.range(0, pairs)
                .map(pair -> pair % 2 == 0 ? 1 : -1)
                .mapToObj(sign -> new PairDifference(sign * median, sign * median, mean + sign * spread, List.of()))
                .toList();
    }

    private static PairedComparison judge(List<PairDifference> pairs) {
        return PairedComparison.of(pairs, ONE_ROW, false);
    }

    @ParameterizedTest
    @CsvSource({
        "1,   1, NaN,                0.031,               NaN,                CANNOT_TELL, 5",
        "6,   6, 0.9923632846685564, 0.03883333333333333, 1.089079333348363,  UNDECIDED,   2",
        "8,   8, 1.0125581071854126, 0.0395,              1.0687824376602901, SLOWER,      0",
        "9,   8, 1.0125581071854126, 0.0395,              1.0687824376602901, SLOWER,      0",
        "10, 10, 1.0131751383035532, 0.0385,              1.065997413044509,  SLOWER,      0"
    })
    void isJudgedAtTheLastLookAndEndsWithAVerdict(
            int pairs, int judged, double low, double log, double high, Verdict verdict, int more) {
        PairedComparison comparison = judge(SLOWER.subList(0, pairs));
        assertIs(comparison, judged, low, Math.exp(log), high);
        assertThat(comparison.resolution()).as("half of the width").isCloseTo(high / Math.exp(log) - 1, CLOSE);
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
        "4, 1,     0.1, UNDECIDED"
    })
    void aMeanBeyondTheMarginIsMarkedWhereTheMedianIsTheSame(int pairs, double mean, double spread, Verdict verdict) {
        List<PairDifference> some = withMeans(pairs, 0.001, mean, spread);
        assertThat(judge(some).score().meanBeyond()).isEqualTo(verdict);
        assertThat(PairedComparison.of(some, ONE_ROW, true).score().meanBeyond())
                .isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void fivePairsShowAnIntervalAndCannotTellAndNoneAreRefused() {
        assertThatThrownBy(() -> judge(List.of())).isInstanceOf(IllegalArgumentException.class);
        PairedComparison five = judge(SLOWER.subList(0, 5));
        assertThat(five.verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(five.score().slowdown().forks()).isEqualTo(5);
        assertThat(five.score().low()).isLessThan(five.score().high());
        assertThat(five.morePairs()).isPositive();
        assertThat(five.isFinished()).isFalse();
    }

    @Test
    void pairsThatAgreeWhollyAreDecided() {
        PairedComparison same = judge(Collections.nCopies(6, one(0)));
        assertThat(same.verdict()).isEqualTo(Verdict.SAME);
        assertThat(same.score().low()).isEqualTo(1);
        assertThat(same.score().high()).isEqualTo(1);
        assertThat(judge(Collections.nCopies(6, one(0.1))).verdict()).isEqualTo(Verdict.SLOWER);
    }

    @Test
    void medianAndMeanEachHaveAVerdictAndOneDecides() {
        List<PairDifference> collections = SLOWER.subList(0, 8).stream()
                .map(pair ->
                        new PairDifference(pair.byFastest() / 100, pair.byMedian() / 100, pair.byMean(), List.of()))
                .toList();
        PairedComparison byMedian = PairedComparison.of(collections, ONE_ROW, false);
        PairedComparison byMean = PairedComparison.of(collections, ONE_ROW, true);
        assertThat(byMedian.verdict()).isEqualTo(Verdict.SAME);
        assertThat(byMean.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(byMedian.score().meanVerdict()).isEqualTo(Verdict.SLOWER);
        assertThat(byMean.score().medianVerdict()).isEqualTo(Verdict.SAME);
        assertIs(byMean, 8, 1.0125581071854126, Math.exp(0.0395), 1.0687824376602901);
    }

    @Test
    void aRowWithoutVerdictEndsAtTheLastLook() {
        assertThat(judge(noise(59)).isFinished()).isFalse();
        PairedComparison last = judge(noise(60));
        assertThat(last.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(last.isFinished()).isTrue();
        // sd 0.3025, so (3.46321 x 0.3025 / ln 1.03)^2 = 1256.2
        assertThat(last.morePairs()).isEqualTo(1257 - 60);
    }

    private static PairedComparison confirmed(List<PairDifference> first, List<PairDifference> fresh) {
        return PairedComparison.confirmed(concat(first, fresh), ONE_ROW, false);
    }

    /** Eight pairs are SLOWER; as many fresh ones decide whether the row stays so. */
    @Test
    void aSlowerRowWaitsForAsManyFreshPairs() {
        List<PairDifference> eight = SLOWER.subList(0, 8);
        for (int fresh = 0; fresh < 8; fresh++) {
            PairedComparison waiting = confirmed(eight, noise(fresh));
            assertIs(waiting, 8, 1.0125581071854126, Math.exp(0.0395), 1.0687824376602901);
            assertThat(waiting.verdict()).isEqualTo(Verdict.SLOWER);
            assertThat(waiting.pairs()).isEqualTo(8 + fresh);
            assertThat(waiting.isFinished()).isFalse();
            assertThat(waiting.morePairs()).isEqualTo(8 - fresh);
            assertThat(waiting.confirmation().orElseThrow().text())
                    .isEqualTo(
                            "slower after 8 pairs, not confirmed: the run ended after " + fresh + " of 8 fresh pairs");
        }
        PairedComparison stays = confirmed(eight, eight);
        assertThat(stays.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(stays.isFinished()).isTrue();
        assertThat(stays.morePairs()).isZero();
        assertThat(stays.score().slowdown().forks()).isEqualTo(16);
        assertThat(stays.confirmation().orElseThrow().text())
                .isEqualTo("slower after 8 pairs, confirmed by 8 fresh pairs, which alone show +4.0%");
    }

    /** Each of the two conditions alone keeps the row from being SLOWER. */
    @Test
    void freshPairsThatDisagreeWithdrawTheVerdict() {
        List<PairDifference> large = shifted(SLOWER.subList(0, 8), 0.2);
        List<PairDifference> nothing = shifted(SLOWER.subList(0, 8), -0.0395);
        PairedComparison alone = confirmed(large, shifted(nothing, -0.01));
        PairedComparison together = confirmed(SLOWER.subList(0, 8), shifted(noise(8), 0.4));
        assertThat(PairedComparison.of(shifted(noise(8), 0.4), ONE_ROW, false)
                        .score()
                        .slowdown()
                        .probabilityOf(0))
                .as("the fresh pairs alone are slower at the level")
                .isLessThan(2 * Confirmation.LEVEL);
        for (PairedComparison withdrawn : List.of(alone, together)) {
            assertThat(withdrawn.verdict()).isEqualTo(Verdict.UNDECIDED);
            assertThat(withdrawn.isFinished()).isFalse();
            assertThat(withdrawn.morePairs()).isPositive();
            assertThat(withdrawn.confirmation().orElseThrow().text())
                    .contains(" pairs, not confirmed by ", " fresh pairs, which alone show ");
        }
    }

    @Test
    void aRowThatIsNotConfirmedIsConfirmedLaterOrEnds() {
        List<PairDifference> six = shifted(noise(8), 0.4);
        assertThat(confirmed(SLOWER.subList(0, 8), concat(six, Collections.nCopies(3, one(0.1))))
                        .verdict())
                .as("19 pairs are judged as 16")
                .isEqualTo(Verdict.UNDECIDED);
        PairedComparison later = confirmed(SLOWER.subList(0, 8), concat(six, Collections.nCopies(42, one(0.1))));
        assertThat(later.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(later.isFinished()).isTrue();
        assertThat(later.confirmation().orElseThrow().text()).startsWith("slower after 8 pairs, confirmed by 42 ");
        PairedComparison never = confirmed(SLOWER.subList(0, 8), concat(noise(26), noise(26)));
        assertThat(never.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(never.isFinished()).isTrue();
    }

    private static List<PairDifference> concat(List<PairDifference> first, List<PairDifference> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    @Test
    void freshPairsCanShowThatTheRowIsTheSame() {
        List<PairDifference> small = shifted(scaled(SLOWER.subList(0, 6), 0.001), 0.04);
        PairedComparison same = confirmed(small, scaled(SLOWER.subList(0, 6), 0.001));
        assertThat(PairedComparison.of(small, ONE_ROW, false).verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(same.verdict()).isNotEqualTo(Verdict.SLOWER);
        assertThat(same.score().slowdown().value()).isCloseTo(Math.exp(0.02), within(0.001));
    }

    @Test
    void otherVerdictsNeedNoConfirmation() {
        assertThat(confirmed(SLOWER.subList(0, 6), List.of())).isEqualTo(judge(SLOWER.subList(0, 6)));
        assertThat(confirmed(scaled(SLOWER, 0.001), List.of())).isEqualTo(judge(scaled(SLOWER, 0.001)));
        assertThat(confirmed(noise(60), List.of()).isFinished()).isTrue();
        List<PairDifference> late = concat(noise(20), Collections.nCopies(40, one(1.0)));
        assertThat(judge(late).verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(confirmed(late, List.of()).isFinished())
                .as("more than 60 pairs")
                .isFalse();
    }

    private static PairDifference one(double difference) {
        return new PairDifference(difference, difference, difference, List.of());
    }

    private static List<PairDifference> shifted(List<PairDifference> pairs, double shift) {
        return pairs.stream().map(pair -> one(pair.byMedian() + shift)).toList();
    }

    private static List<PairDifference> scaled(List<PairDifference> pairs, double factor) {
        return pairs.stream().map(pair -> one(pair.byMedian() * factor)).toList();
    }

    @Test
    void runsAddUpAndCanOverturnAVerdict() {
        PairedComparison beyond = judge(noise(123));
        assertThat(beyond.score().slowdown().forks()).isEqualTo(123);
        assertThat(beyond.morePairs()).isPositive();
        List<PairDifference> first = SLOWER.subList(0, 8);
        assertThat(judge(concat(first, scaled(first, -1))).verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    private static void assertIs(PairedComparison comparison, int judged, double low, double ratio, double high) {
        assertThat(comparison.score().slowdown().forks()).isEqualTo(judged);
        assertThat(comparison.score().slowdown().value()).isCloseTo(ratio, CLOSE);
        assertThat(comparison.score().low()).isCloseTo(low, CLOSE);
        assertThat(comparison.score().high()).isCloseTo(high, CLOSE);
    }

    /** A pair whose difference is a line over twenty neighbours, with a level of its own. */
    private static PairDifference drifting(double level, double slope, boolean inTurns) {
        List<Double> base = IntStream.range(0, 20).mapToObj(i -> 50.0 + i % 3).toList();
        List<Double> head = IntStream.range(0, 20)
                .mapToObj(i -> base.get(i) * Math.exp(level + slope * i))
                .toList();
        return drifting(base, head, inTurns);
    }

    private static PairDifference drifting(List<Double> base, List<Double> head, boolean inTurns) {
        return PairDifference.of(row().of(List.of(base)), row().of(List.of(head)), inTurns)
                .orElseThrow();
    }

    private static PairedComparison sixPairs(IntFunction<PairDifference> pair) {
        return judge(IntStream.range(0, 6).mapToObj(pair).toList());
    }

    @Test
    void aDifferenceThatShrinksIsSeenWhateverThePairsLevels() {
        PairedComparison shrinking = sixPairs(n -> drifting(n % 2 == 0 ? 0.1 : 0.3, -0.004 - 0.0001 * n, true));
        assertThat(shrinking.significantDrift()).isPresent();
        Trend drift = shrinking.drift().orElseThrow();
        assertThat(drift.change()).as("16 iterations apart").isCloseTo(16 * -0.00425, within(1e-9));
        assertThat(drift.first()).isCloseTo(0.2 - 1.5 * 0.00425, within(1e-9));
        assertThat(drift.last()).isCloseTo(0.2 - 17.5 * 0.00425, within(1e-9));
        assertThat(drift.parts()).hasSize(5);
    }

    @Test
    void aDifferenceThatMovesUpAndDownDoesNotDrift() {
        assertThat(sixPairs(n -> drifting(0.1, n % 2 == 0 ? 0.002 : -0.002, true))
                        .significantDrift())
                .isEmpty();
    }

    @Test
    void forksThatRanOneAfterTheOtherHaveFifthsTooAndFewIterationsHaveNone() {
        assertThat(drifting(0.1, 0, false).fifths())
                .hasSize(5)
                .allSatisfy(fifth -> assertThat(fifth).isCloseTo(0.1, within(1e-9)));
        List<Double> four = List.of(1.0, 2.0, 3.0, 4.0);
        assertThat(drifting(four, four, true).fifths()).isEmpty();
        assertThat(sixPairs(n -> drifting(four, four, true)).drift()).isEmpty();
    }

    private static final Map<Verdict, Verdict> MIRRORED =
            Map.of(Verdict.SLOWER, Verdict.FASTER, Verdict.FASTER, Verdict.SLOWER);

    /** Some that are clearly apart, some the same, some inconclusive. */
    private static List<PairDifference> random(SplittableRandom random) {
        double difference = random.nextDouble(-0.08, 0.08);
        return Stream.generate(() -> new PairDifference(
                        difference + random.nextDouble(-0.03, 0.03),
                        difference + random.nextDouble(-0.03, 0.03),
                        difference + random.nextDouble(-0.03, 0.03),
                        List.of()))
                .limit(random.nextInt(2, 71))
                .toList();
    }

    @Seeds(300)
    void swappingTheSidesMirrorsTheVerdict(SplittableRandom random) {
        List<PairDifference> pairs = random(random);
        boolean meanDecides = random.nextBoolean();
        List<PairDifference> swapped = pairs.stream()
                .map(pair -> new PairDifference(-pair.byFastest(), -pair.byMedian(), -pair.byMean(), List.of()))
                .toList();
        PairedComparison there = PairedComparison.of(pairs, ONE_ROW, meanDecides);
        PairedComparison back = PairedComparison.of(swapped, ONE_ROW, meanDecides);
        assertThat(back.verdict()).isEqualTo(MIRRORED.getOrDefault(there.verdict(), there.verdict()));
        assertThat(back.score().low() * there.score().high()).isCloseTo(1, withPercentage(1e-6));
        assertThat(back.morePairs()).isEqualTo(there.morePairs());
    }

    @Seeds(300)
    void theVerdictIsWhatTheIntervalShows(SplittableRandom random) {
        List<PairDifference> pairs = random(random);
        PairedComparison comparison = PairedComparison.of(pairs, ONE_ROW, false);
        boolean within = comparison.score().low() > 1 / (1 + Rule.MARGIN)
                && comparison.score().high() < 1 + Rule.MARGIN;
        boolean early = pairs.size() < PairedRule.LOOKS.get(0);
        assertThat(comparison.verdict() == Verdict.SAME).isEqualTo(within && !early);
        assertThat(comparison.verdict() == Verdict.SLOWER)
                .isEqualTo(comparison.score().low() > 1 && !within && !early);
        assertThat(comparison.verdict() == Verdict.FASTER)
                .isEqualTo(comparison.score().high() < 1 && !within && !early);
        assertThat(comparison.morePairs() > 0).isEqualTo(!comparison.verdict().isDecided());
    }
}
