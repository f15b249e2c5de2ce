package dev.callcost.compare.measure;

import dev.callcost.compare.evidence.PairDifference;
import dev.callcost.compare.evidence.PairDifference.Course;
import dev.callcost.compare.evidence.PairResult.Evidence;
import dev.callcost.compare.evidence.PairResult.Priors;
import dev.callcost.compare.evidence.PairRule;
import dev.callcost.lab.Simulated;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.VerdictRule;
import dev.callcost.stats.VerdictRule.Verdict;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A row alone whose code is identical, and whose difference belongs to the warm-up or is none: the share of comparisons
 * that end SLOWER or FASTER (<em>wrong</em>), SAME or without a verdict because the difference drifts, and the pairs
 * until then. The course is that of the fifths of a fork's iterations, in percent. Pairs scatter by 2 %, and fifths by
 * 1 % around their pair. <em>Without</em> has no rule for drift.
 */
class DriftSimulation {
    private static final int COMPARISONS = 1_000;
    private static final double PAIRS_SCATTER = 0.02;
    private static final double FIFTHS_SCATTER = 0.01;
    private static final VerdictRule ONE_ROW = PairRule.of(new double[] {1}, VerdictRule.MARGIN, 1);

    /** RMI, JDK 17 against 25, with warm-up iterations of 20 ms. */
    private static final List<Double> SHORT = List.of(-9.3, -3.1, 1.0, 0.0, -0.2);

    private static final List<Double> LONG = List.of(10.2, 5.2, 5.0, 4.6, 2.9);
    private static final List<Double> NONE = List.of(0.0, 0.0, 0.0, 0.0, 0.0);

    private record Kind(List<Double> course, boolean meanDecides, boolean hasRule) {
        PairDifference pair(Random random) {
            double pair = PAIRS_SCATTER * random.nextGaussian();
            List<Double> fifths = course.stream()
                    .map(percent -> percent / 100 + pair + FIFTHS_SCATTER * random.nextGaussian())
                    .toList();
            double mean = mean(fifths);
            return new PairDifference(
                    mean,
                    mean,
                    mean,
                    hasRule
                            ? new Course(
                                    fifths,
                                    fifths,
                                    IntStream.range(0, fifths.size())
                                            .mapToObj(from -> mean(fifths.subList(from, fifths.size())))
                                            .toList(),
                                    OptionalDouble.empty())
                            : Course.NONE);
        }

        private static double mean(List<Double> some) {
            return some.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        }
    }

    private static List<Object> cells(Kind kind) {
        Random random = new Random(Simulated.SEED);
        int wrong = 0;
        int same = 0;
        int drifting = 0;
        long measured = 0;
        for (int n = 0; n < COMPARISONS; n++) {
            List<PairDifference> pairs = new ArrayList<>();
            Verdict verdict = Verdict.UNDECIDED;
            boolean isDrifting = false;
            while (pairs.size() < PairRule.MOST_PAIRS && !verdict.isDecided()) {
                pairs.add(kind.pair(random));
                if (PairRule.ANALYSES.contains(pairs.size())) {
                    Evidence evidence = Evidence.of(
                            pairs, new Priors(List.of(), Moderation.NOTHING), kind.meanDecides, VerdictRule.MARGIN);
                    isDrifting = evidence.isDrifting();
                    verdict = isDrifting
                            ? Verdict.UNDECIDED
                            : evidence.judge(ONE_ROW).verdict();
                }
            }
            wrong += verdict == Verdict.SLOWER || verdict == Verdict.FASTER ? 1 : 0;
            same += verdict == Verdict.SAME ? 1 : 0;
            drifting += isDrifting ? 1 : 0;
            measured += pairs.size();
        }
        return List.of(
                String.join(" ", kind.course.stream().map(String::valueOf).toList()),
                kind.meanDecides ? "mean" : "fastest",
                kind.hasRule ? "with" : "without",
                Numbers.percent((double) wrong / COMPARISONS, 1),
                Numbers.percent((double) same / COMPARISONS, 1),
                Numbers.percent((double) drifting / COMPARISONS, 1),
                String.valueOf(Math.round((double) measured / COMPARISONS)));
    }

    @Test
    void aWarmUpAloneIsNoVerdict() throws IOException {
        Simulated.assertTables(
                "drift",
                Simulated.table(
                        "<course|<decides|<rule|wrong|same|drifts|pairs",
                        Stream.of(NONE, SHORT, LONG)
                                .flatMap(course -> Stream.of(false, true)
                                        .flatMap(mean ->
                                                Stream.of(false, true).map(rule -> new Kind(course, mean, rule)))),
                        DriftSimulation::cells));
    }
}
