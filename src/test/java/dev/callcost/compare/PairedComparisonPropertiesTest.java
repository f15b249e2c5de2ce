package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.callcost.Seeds;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;

class PairedComparisonPropertiesTest {
    private static final PairedRule RULE = PairedRule.forEachOf(1, Rule.MARGIN);
    private static final Percentage CLOSE = withPercentage(1e-6);
    private static final Map<Verdict, Verdict> MIRRORED =
            Map.of(Verdict.SLOWER, Verdict.FASTER, Verdict.FASTER, Verdict.SLOWER);

    /** Some that are clearly apart, some the same, some undecided. */
    private static List<PairDifference> pairs(SplittableRandom random, int least) {
        double difference = random.nextDouble(-0.08, 0.08);
        return Stream.generate(() -> new PairDifference(
                        difference + random.nextDouble(-0.03, 0.03),
                        difference + random.nextDouble(-0.03, 0.03),
                        List.of()))
                .limit(random.nextInt(least, 71))
                .toList();
    }

    @Seeds(300)
    void swappingTheSidesMirrorsTheVerdict(SplittableRandom random) {
        List<PairDifference> pairs = pairs(random, 2);
        boolean meanDecides = random.nextBoolean();
        List<PairDifference> swapped = pairs.stream()
                .map(pair -> new PairDifference(-pair.byMedian(), -pair.byMean(), List.of()))
                .toList();
        PairedComparison there = PairedComparison.of(pairs, RULE, meanDecides);
        PairedComparison back = PairedComparison.of(swapped, RULE, meanDecides);
        assertThat(back.verdict()).isEqualTo(MIRRORED.getOrDefault(there.verdict(), there.verdict()));
        assertThat(back.low() * there.high()).isCloseTo(1, CLOSE);
        assertThat(back.morePairs()).isEqualTo(there.morePairs());
    }

    @Seeds(300)
    void aSlowdownOfEveryPairShiftsTheRatio(SplittableRandom random) {
        List<PairDifference> pairs = pairs(random, 2);
        double slowdown = random.nextDouble(-1, 1);
        List<PairDifference> shifted = pairs.stream()
                .map(pair -> new PairDifference(pair.byMedian() + slowdown, pair.byMean() + slowdown, List.of()))
                .toList();
        PairedComparison before = PairedComparison.of(pairs, RULE, false);
        PairedComparison after = PairedComparison.of(shifted, RULE, false);
        double factor = Math.exp(slowdown);
        assertThat(after.score().byMedian().value())
                .isCloseTo(before.score().byMedian().value() * factor, CLOSE);
        assertThat(after.score().byMean().value())
                .isCloseTo(before.score().byMean().value() * factor, CLOSE);
        assertThat(after.low()).isCloseTo(before.low() * factor, CLOSE);
        assertThat(after.high()).isCloseTo(before.high() * factor, CLOSE);
    }

    @Seeds(300)
    void theVerdictIsWhatTheIntervalShows(SplittableRandom random) {
        List<PairDifference> pairs = pairs(random, 2);
        PairedComparison comparison = PairedComparison.of(pairs, RULE, false);
        boolean within = comparison.low() > 1 / (1 + Rule.MARGIN) && comparison.high() < 1 + Rule.MARGIN;
        boolean early = pairs.size() < PairedRule.LOOKS.get(0);
        assertThat(comparison.verdict() == Verdict.SAME).isEqualTo(within && !early);
        assertThat(comparison.verdict() == Verdict.SLOWER).isEqualTo(comparison.low() > 1 && !within && !early);
        assertThat(comparison.verdict() == Verdict.FASTER).isEqualTo(comparison.high() < 1 && !within && !early);
        assertThat(comparison.morePairs() > 0).isEqualTo(!comparison.verdict().isDecided());
    }

    @Seeds(100)
    void theVerdictStandsUntilTheNextLook(SplittableRandom random) {
        List<PairDifference> pairs = pairs(random, PairedRule.LOOKS.get(0));
        PairedComparison later = PairedComparison.of(pairs, RULE, false);
        PairedComparison atTheLook =
                PairedComparison.of(pairs.subList(0, PairedRule.judged(pairs.size())), RULE, false);
        assertThat(later.score()).isEqualTo(atTheLook.score());
        assertThat(later.low()).isEqualTo(atTheLook.low());
        assertThat(later.high()).isEqualTo(atTheLook.high());
    }
}
