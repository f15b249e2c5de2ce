package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.callcost.results.verdict.Rule;
import dev.callcost.results.verdict.Verdict;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import org.assertj.core.data.Percentage;

class PairedComparisonPropertiesTest {
    private static final PairedRule RULE = PairedRule.forEachOf(1, Rule.MARGIN);
    private static final Percentage CLOSE = withPercentage(1e-6);
    private static final Map<Verdict, Verdict> MIRRORED =
            Map.of(Verdict.SLOWER, Verdict.FASTER, Verdict.FASTER, Verdict.SLOWER);

    /** Some that are clearly apart, some the same, some undecided. */
    @Provide
    Arbitrary<List<PairDifference>> pairs() {
        Arbitrary<Double> deviations = Arbitraries.doubles().between(-0.03, 0.03);
        Arbitrary<Double> differences = Arbitraries.doubles().between(-0.08, 0.08);
        return differences.flatMap(difference -> Combinators.combine(deviations, deviations)
                .as((median, mean) -> new PairDifference(difference + median, difference + mean))
                .list()
                .ofMinSize(2)
                .ofMaxSize(70));
    }

    @Property(tries = 300)
    void swappingTheSidesMirrorsTheVerdict(@ForAll("pairs") List<PairDifference> pairs, @ForAll boolean meanDecides) {
        List<PairDifference> swapped = pairs.stream()
                .map(pair -> new PairDifference(-pair.byMedian(), -pair.byMean()))
                .toList();
        PairedComparison there = PairedComparison.of(pairs, RULE, meanDecides);
        PairedComparison back = PairedComparison.of(swapped, RULE, meanDecides);
        assertThat(back.verdict()).isEqualTo(MIRRORED.getOrDefault(there.verdict(), there.verdict()));
        assertThat(back.low() * there.high()).isCloseTo(1, CLOSE);
        assertThat(back.morePairs()).isEqualTo(there.morePairs());
    }

    @Property(tries = 300)
    void aSlowdownOfEveryPairShiftsTheRatio(
            @ForAll("pairs") List<PairDifference> pairs, @ForAll @DoubleRange(min = -1, max = 1) double slowdown) {
        List<PairDifference> shifted = pairs.stream()
                .map(pair -> new PairDifference(pair.byMedian() + slowdown, pair.byMean() + slowdown))
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

    @Property(tries = 300)
    void theVerdictIsWhatTheIntervalShows(@ForAll("pairs") List<PairDifference> pairs) {
        PairedComparison comparison = PairedComparison.of(pairs, RULE, false);
        boolean within = comparison.low() > 1 / (1 + Rule.MARGIN) && comparison.high() < 1 + Rule.MARGIN;
        boolean early = pairs.size() < PairedRule.LOOKS.get(0);
        assertThat(comparison.verdict() == Verdict.SAME).isEqualTo(within && !early);
        assertThat(comparison.verdict() == Verdict.SLOWER).isEqualTo(comparison.low() > 1 && !within && !early);
        assertThat(comparison.verdict() == Verdict.FASTER).isEqualTo(comparison.high() < 1 && !within && !early);
        assertThat(comparison.morePairs() > 0).isEqualTo(!comparison.verdict().isDecided());
    }

    @Property(tries = 100)
    void theVerdictStandsUntilTheNextLook(@ForAll("pairs") List<PairDifference> pairs) {
        Assume.that(pairs.size() >= PairedRule.LOOKS.get(0));
        PairedComparison later = PairedComparison.of(pairs, RULE, false);
        PairedComparison atTheLook =
                PairedComparison.of(pairs.subList(0, PairedRule.judged(pairs.size())), RULE, false);
        assertThat(later.score()).isEqualTo(atTheLook.score());
        assertThat(later.low()).isEqualTo(atTheLook.low());
        assertThat(later.high()).isEqualTo(atTheLook.high());
    }
}
