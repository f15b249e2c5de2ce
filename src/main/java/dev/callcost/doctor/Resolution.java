package dev.callcost.doctor;

import dev.callcost.data.Estimate;
import dev.callcost.doctor.Drift.Steadiness;
import dev.callcost.stats.Rule;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What differences can be told apart in so much machine time. A paired comparison of n adjacent pairs of forks has the half width
 * {@code t(n - 1) * sd * sqrt(2 / n)} at 99 %, sd being the relative standard deviation from fork to fork; Student's t of n - 1
 * degrees of freedom. That there are n pairs in so many minutes follows from how long a fork takes.
 *
 * @param forkSd the relative standard deviation from fork to fork
 * @param rows what to expect of each kind of rows
 */
public record Resolution(double forkSd, List<Expected> rows) {
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
    enum Regime {
        NANOSECONDS("inline, local", 6),
        LOOPBACK("RMI", 11),
        GRPC_LOOPBACK("gRPC", 21);

        private final String rows;

        /** Of a fork, warm-up included. */
        private final double iterationSeconds;

        Regime(String rows, double iterationSeconds) {
            this.rows = rows;
            this.iterationSeconds = iterationSeconds;
        }

        double iterationSeconds() {
            return iterationSeconds;
        }

        double forksPerMinute() {
            return 60 / (iterationSeconds + OVERHEAD_SECONDS);
        }
    }

    /**
     * What to expect of rows of one kind.
     *
     * @param rows what they are called
     * @param forksPerMinute how many of their forks run in a minute
     * @param halfWidthAfterMinutes the relative half width for a row that is given so many minutes; none below three pairs
     * @param minutesToMargin the minutes that a row needs for {@link Rule#MARGIN}; null when a day would not do
     */
    public record Expected(
            String rows,
            double forksPerMinute,
            SortedMap<Integer, Double> halfWidthAfterMinutes,
            Double minutesToMargin) {}

    /**
     * What to expect on a machine: the usual spread of forks, and on top of it what the canary had from one song to the next. An
     * estimate; only forks tell how forks differ.
     */
    static Resolution expected(Steadiness steadiness) {
        return of(Math.hypot(USUAL_FORK_SD, steadiness.neighbourSpread()));
    }

    /** What to expect where forks have a relative standard deviation. */
    static Resolution of(double forkSd) {
        return new Resolution(
                forkSd,
                Arrays.stream(Regime.values())
                        .map(regime -> expected(regime, forkSd))
                        .toList());
    }

    private static Expected expected(Regime regime, double forkSd) {
        double forksPerMinute = regime.forksPerMinute();
        SortedMap<Integer, Double> halfWidths = new TreeMap<>();
        for (int minutes : MINUTES) {
            int pairs = (int) (minutes * forksPerMinute / 2);
            if (pairs >= FEWEST_PAIRS) {
                halfWidths.put(minutes, halfWidth(forkSd, pairs));
            }
        }
        int enough = IntStream.rangeClosed(FEWEST_PAIRS, MOST_PAIRS)
                .filter(pairs -> halfWidth(forkSd, pairs) <= Rule.MARGIN)
                .findFirst()
                .orElse(0);
        return new Expected(regime.rows, forksPerMinute, halfWidths, enough == 0 ? null : 2 * enough / forksPerMinute);
    }

    static double halfWidth(double forkSd, int pairs) {
        return new Estimate(0, 2 * forkSd * forkSd / pairs, pairs - 1, pairs).high() - 1;
    }
}
