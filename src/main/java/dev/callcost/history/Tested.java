package dev.callcost.history;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import java.util.Arrays;

/**
 * A cut with the test of the two stretches that it parts.
 *
 * @param at index of the first value after the cut
 * @param change of the stretches' medians, as a logarithm
 * @param p of the rank-sum test of the nearest values
 * @param isBeyond whether every value of the shorter stretch is beyond the bound of the longer one
 */
record Tested(int at, double change, double p, boolean isBeyond) {
    /** So many values nearest to a cut are tested on each side. */
    static final int NEAREST = 30;

    private static final double LEVEL = 1e-4;
    private static final int FEWEST = 10;
    private static final double CONFIDENCE = 0.999;

    /** @param from index of the first value of the stretch before the cut */
    static Tested of(double[] values, int from, int at, int end) {
        double[] before = Arrays.copyOfRange(values, Math.max(from, at - NEAREST), at);
        double[] after = Arrays.copyOfRange(values, at, Math.min(end, at + NEAREST));
        double change = Metric.median(Arrays.copyOfRange(values, at, end))
                - Metric.median(Arrays.copyOfRange(values, from, at));
        boolean isNewShorter = end - at <= at - from;
        return new Tested(
                at,
                change,
                RankSum.p(before, after),
                isNewShorter ? isBeyond(before, after, change) : isBeyond(after, before, -change));
    }

    private static boolean isBeyond(double[] longer, double[] shorter, double change) {
        int side = beyond(longer, shorter);
        return side != 0 && side == Math.signum(change);
    }

    /**
     * Whether runs are beyond the bound that a level sets for one more run, by Student's t at 99.9 %.
     *
     * @return 1 when all runs are above it, -1 when all are below it; otherwise, or when the level has fewer than ten runs, 0
     */
    static int beyond(double[] level, double[] runs) {
        if (level.length < FEWEST) {
            return 0;
        }
        Estimate mean = Estimate.ofLogs(Arrays.stream(level).boxed().toList());
        double reach = new Estimate(0, mean.variance() * (level.length + 1), mean.degrees(), level.length)
                .logHalfWidth(CONFIDENCE);
        return Arrays.stream(runs).allMatch(run -> run > mean.logMean() + reach)
                ? 1
                : Arrays.stream(runs).allMatch(run -> run < mean.logMean() - reach) ? -1 : 0;
    }

    /** Whether the change reaches the margin and chance does not explain it. */
    boolean holds(double margin) {
        return Math.abs(change) >= Math.log1p(margin) && (p <= LEVEL || isBeyond);
    }

    /** How many more values after the cut the test needs before it can be significant; 0 when it has enough. */
    static int needed(int before, int after) {
        int more = 0;
        while (more < NEAREST
                && new RankSum(Math.min(NEAREST, before), Math.min(NEAREST, after + more)).least() > LEVEL) {
            more++;
        }
        return more;
    }
}
