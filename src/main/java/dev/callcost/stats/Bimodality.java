package dev.callcost.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/**
 * A row's forks divided into a fast and a slow group, for example because the JIT decided about an inlining in two ways. The division is the split of
 * the sorted times with the largest ratio of squares between the groups to squares within (Engelman and Hartigan, "Percentage points of a test for
 * clusters", J. Am. Statist. Assoc. 64, 1969). A group has at least two forks, because one slow fork is no mode.
 *
 * @param limit the largest logarithm of the fast group
 * @param distance from the fast group's mean to the slow group's
 * @param ratio squares between the groups over squares within; infinite when there are none within
 * @param forks how many were divided
 */
public record Bimodality(double limit, double distance, double ratio, int forks) {
    /** With fewer forks a group is hardly more than a pair, and chance divides them nearly as well as a cause. */
    private static final int FEWEST_FORKS = 6;

    private static final int SMALLEST = 2;
    private static final int TRIALS = 20_000;
    private static final long SEED = 1969;

    /**
     * The shapes of one mode: a machine that drifts spreads forks evenly, a few slow forks make a tail. Normal times are divided less well than
     * either.
     */
    private static final List<ToDoubleFunction<Random>> UNIMODAL =
            List.of(Random::nextDouble, random -> -Math.log1p(-random.nextDouble()));

    /** As many of the trials make a row not significant, whatever the others are. */
    private static final int ENOUGH = (int) (VerdictRule.ALPHA * TRIALS) + 1;

    /** The simulated forks of each shape, by their number. */
    private static final Map<Integer, List<Trials>> SIMULATED = new ConcurrentHashMap<>();

    /** Divides a row's forks by the logarithm of each fork's time; empty with fewer than six forks. */
    public static Optional<Bimodality> of(double... logTimes) {
        return logTimes.length < FEWEST_FORKS ? Optional.empty() : Optional.of(divided(logTimes));
    }

    private static Bimodality divided(double... logTimes) {
        double[] sorted = logTimes.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double total = 0;
        for (double x : sorted) {
            total += x;
        }
        double squares = 0;
        for (double x : sorted) {
            squares += (x - total / n) * (x - total / n);
        }
        double most = -1;
        double lower = 0;
        Bimodality best = null;
        for (int i = 1; i <= n - SMALLEST; i++) {
            lower += sorted[i - 1];
            double distance = (total - lower) / (n - i) - lower / i;
            double between = distance * distance * i * (n - i) / n;
            if (i >= SMALLEST && between > most) {
                most = between;
                best = new Bimodality(sorted[i - 1], distance, between / Math.max(0, squares - between), n);
            }
        }
        return best;
    }

    /**
     * The probability that forks of one mode are divided as well as these, simulated with a fixed seed: the largest over the shapes of one mode. 1
     * where the groups lie within {@link VerdictRule#MARGIN} and do no harm. Above {@link VerdictRule#ALPHA} it is a lower limit.
     */
    public double probability() {
        return distance <= Math.log1p(VerdictRule.MARGIN)
                ? 1
                : SIMULATED
                        .computeIfAbsent(
                                forks,
                                n -> UNIMODAL.stream()
                                        .map(shape -> new Trials(n, shape))
                                        .toList())
                        .stream()
                        .mapToDouble(trials -> trials.shareDividedAsWell(ratio))
                        .max()
                        .orElseThrow();
    }

    /** Whether one row, tested alone, has two modes. */
    public boolean isSignificant() {
        return probability() <= VerdictRule.ALPHA;
    }

    /** Simulated as far as a row needs them. */
    private static final class Trials {
        private final ToDoubleFunction<Random> shape;
        private final Random random = new Random(SEED);
        private final double[] times;
        private final double[] ratios = new double[TRIALS];
        private int simulated;

        Trials(int forks, ToDoubleFunction<Random> shape) {
            this.times = new double[forks];
            this.shape = shape;
        }

        synchronized double shareDividedAsWell(double ratio) {
            int asGood = 0;
            for (int trial = 0; trial < TRIALS && asGood < ENOUGH; trial++) {
                if (trial == simulated) {
                    Arrays.setAll(times, fork -> shape.applyAsDouble(random));
                    ratios[simulated++] = divided(times).ratio;
                }
                asGood += ratios[trial] >= ratio ? 1 : 0;
            }
            return (asGood + 1.0) / (TRIALS + 1.0);
        }
    }
}
