package dev.callcost.compare;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Rule;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * What the rows of two files tell together where a side has one fork, so that no row shows how its forks scatter. The changes of the rows scatter as forks do, if
 * the code of most rows is the same. This gives hints and no verdict, because rows scatter unlike each other.
 *
 * @param median the median of the rows' changes, as logarithms
 * @param deviation a robust standard deviation of the changes
 * @param unusual the distance from the median from which a change is unusual
 * @param rows how many there are
 */
record SingleForks(double median, double deviation, double unusual, int rows) {
    /** Unusual changes are so many times as far from the median as all others; src/docs/statistics-appendix.md has the simulated errors. */
    private static final double GAP = 16;

    /** With fewer rows no change is called unusual. */
    private static final int FEWEST_UNUSUAL = 8;

    /** At most this share of the rows is unusual. */
    private static final double MOST_UNUSUAL = 0.25;

    /** No estimate of the needed forks is farther off. */
    private static final int MOST = 1000;

    /** @param changes of rows that scatter alike; empty when they are too few to have moderated variances */
    static Optional<SingleForks> of(List<Estimate> changes) {
        if (changes.size() < Moderation.FEWEST_ROWS) {
            return Optional.empty();
        }
        double[] logs = changes.stream().mapToDouble(Estimate::logMean).toArray();
        double median = Metric.median(logs);
        double[] distances = Arrays.stream(logs)
                .map(change -> Math.abs(change - median))
                .sorted()
                .toArray();
        return Optional.of(
                new SingleForks(median, Moderation.NORMAL * Metric.median(distances), unusual(distances), logs.length));
    }

    /** The distance above the lowest gap between the farthest rows; infinite without a gap. */
    private static double unusual(double[] sorted) {
        return sorted.length < FEWEST_UNUSUAL
                ? Double.POSITIVE_INFINITY
                : IntStream.range(sorted.length - (int) (MOST_UNUSUAL * sorted.length), sorted.length)
                        .filter(n -> sorted[n] > GAP * sorted[n - 1])
                        .mapToDouble(n -> sorted[n])
                        .findFirst()
                        .orElse(Double.POSITIVE_INFINITY);
    }

    /** Whether a row's change lies far outside of the other rows' changes, and the iterations of its sides do not overlap. */
    boolean isUnusual(Estimate change, RowSides sides, double margin) {
        DoubleSummaryStatistics base = nanos(sides.base());
        DoubleSummaryStatistics head = nanos(sides.head());
        double distance = Math.abs(change.logMean() - median);
        return distance >= unusual
                && distance > Math.log1p(margin)
                && (base.getMax() < head.getMin() || head.getMax() < base.getMin());
    }

    private static DoubleSummaryStatistics nanos(Row side) {
        double factor = side.primary().nanosPerUnit().orElse(1);
        return side.primary().forks().stream()
                .flatMap(List::stream)
                .mapToDouble(score -> factor * score)
                .summaryStatistics();
    }

    /** About how many forks a side would decide the row, if its forks scatter as the rows' changes do and its change stays what it is. */
    int forksNeeded(Estimate change, Rule rule) {
        int forks = Rule.FEWEST_FORKS_MODERATED;
        while (forks < MOST
                && deviation / Math.sqrt(forks) * quantile(2.0 * forks - 1, rule) > rule.settlingHalfWidth(change)) {
            forks++;
        }
        return forks;
    }

    /** The prior of {@link Moderation} has one degree of freedom at least. */
    private static double quantile(double degrees, Rule rule) {
        return new TDistribution(null, degrees).inverseCumulativeProbability(1 - rule.level() / 2);
    }
}
