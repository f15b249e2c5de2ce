package dev.callcost.data;

import dev.callcost.stats.VerdictRule;
import dev.callcost.text.Numbers;
import java.util.Optional;

/**
 * The forks of a row that are of two kinds, fast ones and slow ones: the JIT or the collector chose otherwise.
 *
 * @param slow how many of all forks are slow
 * @param gap between the kinds, a logarithm of times
 */
public record ForkKinds(int slow, int all, double gap) {
    /** With fewer forks chance makes two groups too often. */
    private static final int FEWEST = 8;

    /** How many times as far apart as their own forks two groups are. */
    private static final double APART = 2;

    /**
     * Two groups of two forks or more, farther apart than the margin, and {@value #APART} times as far as the forks of
     * either: one slow fork is no group.
     */
    public static Optional<ForkKinds> of(Row row) {
        int sign = row.primary().isThroughput() ? -1 : 1;
        double[] times =
                row.forkLogs().stream().mapToDouble(log -> sign * log).sorted().toArray();
        if (times.length < FEWEST) {
            return Optional.empty();
        }
        int slow = 2;
        for (int n = 2; n <= times.length - 2; n++) {
            slow = times[n] - times[n - 1] > times[slow] - times[slow - 1] ? n : slow;
        }
        double gap = times[slow] - times[slow - 1];
        double within = Math.max(times[slow - 1] - times[0], times[times.length - 1] - times[slow]);
        return Optional.of(new ForkKinds(times.length - slow, times.length, gap))
                .filter(it -> gap > Math.log1p(VerdictRule.MARGIN) && gap > APART * within);
    }

    /** {@code 3 of 12 forks 24.5% slower than the others}. */
    public String text() {
        return slow + " of " + all + " forks " + Numbers.percent(Math.expm1(gap), 1) + " slower than the others";
    }
}
