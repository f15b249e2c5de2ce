package dev.callcost.doctor;

import dev.callcost.data.Estimate;
import dev.callcost.doctor.Drift.Steadiness;
import dev.callcost.stats.VerdictRule;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The smallest difference that a comparison resolves in a given machine time. The 99 % interval of n adjacent pairs of forks has the half width
 * {@code t(n - 1) * sd * sqrt(2 / n)}: Student's t with n - 1 degrees of freedom, and the relative standard deviation between forks.
 *
 * @param forkSd the relative standard deviation between forks
 * @param rows by timing regime
 */
record Resolution(double forkSd, List<Expected> rows) {
    /** Pinned rows had 1.0 to 2.3 % on 2-CPU virtual machines, by the fastest quarter of iterations (src/lab/tables/estimators.txt). */
    static final double USUAL_FORK_SD = 0.015;

    /** Machine times of a row, in minutes. */
    static final List<Integer> MINUTES = List.of(1, 5, 20, 60);

    /** The time of a fork without its iterations: start, set-up, tear-down. */
    private static final double OVERHEAD_SECONDS = 1.5;

    private static final int FEWEST_PAIRS = 3;

    /** More than a day, even of the shortest forks. */
    private static final int MOST_PAIRS = 10_000;

    /** The timing regimes of the benchmarks. */
    static final List<Regime> REGIMES =
            List.of(new Regime("inline, local", 6), new Regime("RMI", 11), new Regime("gRPC", 21));

    /** @param iterationSeconds warm-up and measurement of a fork */
    record Regime(String rows, double iterationSeconds) {
        private Expected expected(double forkSd) {
            double forksPerMinute = 60 / (iterationSeconds + OVERHEAD_SECONDS);
            SortedMap<Integer, Double> halfWidths = new TreeMap<>();
            for (int minutes : MINUTES) {
                int pairs = (int) (minutes * forksPerMinute / 2);
                if (pairs >= FEWEST_PAIRS) {
                    halfWidths.put(minutes, halfWidth(forkSd, pairs));
                }
            }
            Double needed = IntStream.rangeClosed(FEWEST_PAIRS, MOST_PAIRS)
                    .filter(pairs -> halfWidth(forkSd, pairs) <= VerdictRule.MARGIN)
                    .mapToObj(pairs -> 2 * pairs / forksPerMinute)
                    .findFirst()
                    .orElse(null);
            return new Expected(rows, forksPerMinute, halfWidths, needed);
        }
    }

    /**
     * The resolution of one regime's rows.
     *
     * @param halfWidthAfterMinutes a row's relative half width by its machine time; missing below three pairs
     * @param minutesToMargin the machine time for a half width of {@link VerdictRule#MARGIN}; null when that is more than a day
     */
    record Expected(
            String rows,
            double forksPerMinute,
            SortedMap<Integer, Double> halfWidthAfterMinutes,
            Double minutesToMargin) {}

    /** Estimates the spread of forks from its usual value and the canary's spread on this machine. */
    static Resolution expected(Steadiness steadiness) {
        return of(Math.hypot(USUAL_FORK_SD, steadiness.neighbourSpread()));
    }

    static Resolution of(double forkSd) {
        return new Resolution(
                forkSd, REGIMES.stream().map(regime -> regime.expected(forkSd)).toList());
    }

    static double halfWidth(double forkSd, int pairs) {
        return new Estimate(0, 2 * forkSd * forkSd / pairs, pairs - 1, pairs).high() - 1;
    }
}
