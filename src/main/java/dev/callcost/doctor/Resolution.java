package dev.callcost.doctor;

import dev.callcost.results.Estimate;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What differences can be told apart in so much machine time. A paired comparison of n adjacent pairs of forks has the half width
 * {@code t(n - 1) * sd * sqrt(2 / n)} at 99 %, sd being the relative standard deviation from fork to fork; Student's t of n - 1
 * degrees of freedom. That there are n pairs in so many minutes follows from how long a fork takes.
 *
 * @param forkSd the relative standard deviation from fork to fork
 */
public record Resolution(double forkSd) {
    /** What pinned rows had from fork to fork on quiet 2-CPU virtual machines, 1.4 to 1.7 %. */
    public static final double USUAL_FORK_SD = 0.015;

    /** Machine time for one row, in minutes, that resolutions are told for. */
    public static final List<Integer> MINUTES = List.of(1, 5, 20, 60);

    /** What a fork takes besides its iterations: to start, set up, tear down. */
    private static final double OVERHEAD_SECONDS = 1.5;

    private static final int FEWEST_PAIRS = 3;

    /** A day of pairs of the shortest forks, more or less. */
    private static final int MOST_PAIRS = 10_000;

    /** The timing regimes, which decide how long a fork takes. */
    public enum Rows {
        /** Of the inline and local tiers. */
        NANOSECONDS("inline, local", 4),
        /** RMI and what else has the loopback tier's regime. */
        RMI("RMI", 10),
        /** gRPC over loopback. */
        GRPC("gRPC", 20);

        private final String label;
        private final double iterationSeconds;

        Rows(String label, double iterationSeconds) {
            this.label = label;
            this.iterationSeconds = iterationSeconds;
        }

        /** What they are called in tables. */
        public String label() {
            return label;
        }

        /** The seconds of a fork's iterations, warm-up included. */
        double iterationSeconds() {
            return iterationSeconds;
        }

        /** How many forks run in a minute. */
        public double forksPerMinute() {
            return 60 / (iterationSeconds + OVERHEAD_SECONDS);
        }
    }

    /**
     * What to expect on a machine: the usual spread of forks, and on top of it what the canary had from one song to the next. An
     * estimate; only forks tell how forks differ.
     */
    public static Resolution expected(Drift drift) {
        return new Resolution(Math.hypot(USUAL_FORK_SD, drift.neighbourSpread()));
    }

    /** The relative half width for a row that is given so many minutes; NaN when that is not enough for three pairs. */
    public double halfWidth(Rows rows, double minutes) {
        return halfWidth((int) (minutes * rows.forksPerMinute() / 2));
    }

    /** The minutes that a row needs for a half width; NaN when a day would not do. */
    public double minutes(Rows rows, double halfWidth) {
        return IntStream.rangeClosed(FEWEST_PAIRS, MOST_PAIRS)
                .filter(pairs -> halfWidth(pairs) <= halfWidth)
                .mapToDouble(pairs -> 2 * pairs / rows.forksPerMinute())
                .findFirst()
                .orElse(Double.NaN);
    }

    private double halfWidth(int pairs) {
        return pairs < FEWEST_PAIRS
                ? Double.NaN
                : new Estimate(0, 2 * forkSd * forkSd / pairs, pairs - 1, pairs).high() - 1;
    }
}
