package dev.callcost.compare;

import dev.callcost.data.Metric;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import java.util.Arrays;
import org.apache.commons.math3.util.CombinatoricsUtils;

/**
 * Two sides by the ranges of their forks' values, where a value is zero and has no logarithm. Forks of identical code are exchangeable, see {@link
 * AllocationComparison}.
 *
 * @param probability of ranges that are as far apart, where the code is identical
 * @param direction SLOWER or FASTER when all of head's values lie on one side of base's, SAME when all values are equal, otherwise UNDECIDED
 */
record Ranges(double probability, Verdict direction, int forks) implements FileComparison.Evidence {
    /** Whether a quantity has a value without a logarithm. */
    static boolean areNeeded(Metric metric) {
        return metric.quantity().isPresent()
                && Arrays.stream(metric.forkMedians()).anyMatch(value -> !(value > 0));
    }

    static Ranges of(double[] base, double[] head, boolean isMoreBetter) {
        double[] before = Arrays.stream(base).sorted().toArray();
        double[] after = Arrays.stream(head).sorted().toArray();
        boolean isMore = before[before.length - 1] < after[0];
        boolean isLess = after[after.length - 1] < before[0];
        boolean isEqual = before[0] == after[after.length - 1] && after[0] == before[before.length - 1];
        return new Ranges(
                isMore || isLess ? probability(before.length, after.length) : 1,
                isEqual
                        ? Verdict.SAME
                        : !isMore && !isLess
                                ? Verdict.UNDECIDED
                                : isMore == isMoreBetter ? Verdict.FASTER : Verdict.SLOWER,
                Math.min(before.length, after.length));
    }

    /** Of forks of identical code whose ranges do not overlap. */
    static double probability(int base, int head) {
        return Math.min(1, 2 / CombinatoricsUtils.binomialCoefficientDouble(base + head, base));
    }

    @Override
    public Verdict verdict(Rule rule) {
        return forks < Rule.FEWEST_FORKS_MODERATED
                ? Verdict.CANNOT_TELL
                : direction == Verdict.SAME || probability <= rule.level() ? direction : Verdict.UNDECIDED;
    }

    /** If the ranges stay apart; zero when they overlap. */
    @Override
    public int needed(Rule rule) {
        if (direction == Verdict.UNDECIDED || verdict(rule).isDecided()) {
            return 0;
        }
        return direction == Verdict.SAME ? Rule.FEWEST_FORKS_MODERATED : forksNeeded(rule.level());
    }

    /** The fewest forks a side whose ranges seldom enough lie apart where the code is identical. */
    static int forksNeeded(double level) {
        int forks = Rule.FEWEST_FORKS_MODERATED;
        while (probability(forks, forks) > level) {
            forks++;
        }
        return forks;
    }
}
