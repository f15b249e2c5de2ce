package dev.callcost.compare;

import dev.callcost.compare.FileEstimates.Judged;
import dev.callcost.data.Metric;
import dev.callcost.stats.Verdict;
import dev.callcost.stats.VerdictRule;
import java.util.Arrays;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.math3.util.CombinatoricsUtils;

/**
 * Two sides by the ranges of their forks' values, where a value is around zero and has no ratio. Forks of identical code are exchangeable, see {@link
 * AllocationComparison}.
 *
 * @param probability of ranges that are as far apart, where the code is identical
 * @param direction SLOWER or FASTER when all of head's values lie on one side of base's, SAME when the difference does not count, otherwise UNDECIDED
 * @param constants how many times head's bytes are worse than base's, where both are constants; then no level decides
 */
record RangeTest(double probability, Verdict direction, int forks, OptionalDouble constants)
        implements FileEstimates.Evidence {
    /** Whether a quantity has a value without a ratio. */
    static boolean areNeeded(Metric metric) {
        Floor floor = Floor.of(metric);
        return metric.quantity().isPresent()
                && Arrays.stream(metric.forkMedians()).anyMatch(floor::isAroundZero);
    }

    /** The value of each fork; where a side has several files, the mean of each file. */
    static double[] values(Collection<double[]> files, boolean byFiles) {
        return files.stream()
                .flatMapToDouble(forks -> byFiles ? Arrays.stream(forks).average().stream() : Arrays.stream(forks))
                .toArray();
    }

    static RangeTest of(double[] base, double[] head, Floor floor, boolean isMoreBetter) {
        DoubleSummaryStatistics before = Arrays.stream(base).summaryStatistics();
        DoubleSummaryStatistics after = Arrays.stream(head).summaryStatistics();
        boolean isMore = before.getMax() < after.getMin();
        boolean isLess = after.getMax() < before.getMin();
        boolean areApart = isMore || isLess;
        boolean isSame = floor.covers(before.getMin(), after.getMax()) && floor.covers(before.getMax(), after.getMin())
                || areApart && floor.covers(before.getAverage(), after.getAverage());
        return new RangeTest(
                areApart && !isSame ? probability(base.length, head.length) : 1,
                isSame
                        ? Verdict.SAME
                        : !areApart ? Verdict.UNDECIDED : isMore == isMoreBetter ? Verdict.FASTER : Verdict.SLOWER,
                Math.min(base.length, head.length),
                OptionalDouble.empty());
    }

    /** @param ratio how many times head's constant is worse than base's */
    RangeTest ofConstants(double ratio) {
        return new RangeTest(1, direction, forks, OptionalDouble.of(ratio));
    }

    /** Whether no statistic decides: the difference does not count, or the sides are constants. */
    boolean isCertain() {
        return direction == Verdict.SAME || constants.isPresent();
    }

    /** Of forks of identical code whose ranges do not overlap. */
    static double probability(int base, int head) {
        return Math.min(1, 2 / CombinatoricsUtils.binomialCoefficientDouble(base + head, base));
    }

    @Override
    public Judged judge(VerdictRule rule) {
        Verdict verdict = constants.isPresent()
                ? rule.judge(constants.getAsDouble(), constants.getAsDouble())
                : forks < VerdictRule.FEWEST_FORKS_MODERATED
                        ? Verdict.CANNOT_TELL
                        : direction == Verdict.SAME || probability <= rule.level() ? direction : Verdict.UNDECIDED;
        boolean isOpen = direction != Verdict.UNDECIDED && !verdict.isDecided();
        // if the ranges stay apart
        int needed = direction == Verdict.SAME ? VerdictRule.FEWEST_FORKS_MODERATED : forksNeeded(rule.level());
        return new Judged(verdict, isOpen ? needed : 0, Optional.empty());
    }

    /** The fewest forks a side whose ranges seldom enough lie apart where the code is identical. */
    static int forksNeeded(double level) {
        int forks = VerdictRule.FEWEST_FORKS_MODERATED;
        while (probability(forks, forks) > level) {
            forks++;
        }
        return forks;
    }
}
