package dev.callcost.doctor;

import dev.callcost.doctor.Drift.Steadiness;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.VerdictRule;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The machine time in which a comparison resolves a difference. The 99 % interval of n adjacent pairs of forks has the
 * half width {@code t(n - 1) * sd * sqrt(2 / n)}: Student's t with n - 1 degrees of freedom, and the relative standard
 * deviation between forks.
 *
 * @param forkSd the relative standard deviation between forks
 */
record Resolution(double forkSd) {
    /**
     * Pinned rows had 1.0 to 2.3 % on 2-CPU virtual machines, by the fastest quarter of iterations
     * (src/lab/tables/estimators.txt).
     */
    static final double USUAL_FORK_SD = 0.015;

    /** The time of a fork without its iterations: start, set-up, tear-down. */
    private static final double OVERHEAD_SECONDS = 1.5;

    private static final int FEWEST_PAIRS = 3;

    /** More than a day, even of the shortest forks. */
    private static final int MOST_PAIRS = 10_000;

    /** The timing regimes of the benchmarks. */
    static final List<Regime> REGIMES =
            List.of(new Regime("inline, local", 6), new Regime("RMI", 11), new Regime("gRPC", 21));

    /** @param iterationSeconds warm-up and measurement of a fork */
    record Regime(String rows, double iterationSeconds) {}

    /** Estimates the spread of forks from its usual value and the canary's spread on this machine. */
    static Resolution expected(Steadiness steadiness) {
        return new Resolution(Math.hypot(USUAL_FORK_SD, steadiness.neighbourSpread()));
    }

    /**
     * A row's machine time for a half width of {@link VerdictRule#MARGIN}, in minutes; empty when that is more than a
     * day.
     */
    Optional<Double> minutes(Regime regime) {
        double minutesOfPair = 2 * (regime.iterationSeconds + OVERHEAD_SECONDS) / 60;
        return IntStream.rangeClosed(FEWEST_PAIRS, MOST_PAIRS)
                .filter(pairs -> halfWidth(pairs) <= VerdictRule.MARGIN)
                .mapToObj(pairs -> pairs * minutesOfPair)
                .findFirst();
    }

    double halfWidth(int pairs) {
        return new Estimate(0, 2 * forkSd * forkSd / pairs, pairs - 1, pairs).high() - 1;
    }
}
