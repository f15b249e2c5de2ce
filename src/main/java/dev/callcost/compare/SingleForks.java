package dev.callcost.compare;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
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

    /** Rows that scatter alike; empty when they are too few to have moderated variances. */
    private static Optional<SingleForks> of(List<VerdictRow> alike) {
        double[] changes = alike.stream().mapToDouble(SingleForks::change).toArray();
        if (changes.length < Moderation.FEWEST_ROWS) {
            return Optional.empty();
        }
        double median = Metric.median(changes);
        double[] distances = Arrays.stream(changes)
                .map(change -> Math.abs(change - median))
                .sorted()
                .toArray();
        return Optional.of(new SingleForks(
                median, Moderation.NORMAL * Metric.median(distances), unusual(distances), changes.length));
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

    private static double change(VerdictRow row) {
        return row.slowdown().orElseThrow().logMean();
    }

    private static boolean isSingle(VerdictRow row) {
        return row.verdict() == Verdict.CANNOT_TELL
                && row.slowdown().filter(it -> !it.hasInterval()).isPresent();
    }

    private static Object scatter(VerdictRow row) {
        return Quantities.scatter(row.sides().orElseThrow().base());
    }

    /** The rows, those with one fork on a side with hints. */
    static List<VerdictRow> hinted(List<VerdictRow> rows) {
        Map<Object, Optional<SingleForks>> groups = rows.stream()
                .filter(SingleForks::isSingle)
                .collect(Collectors.groupingBy(
                        SingleForks::scatter, Collectors.collectingAndThen(Collectors.toList(), SingleForks::of)));
        return rows.stream()
                .map(row -> Optional.of(row)
                        .filter(SingleForks::isSingle)
                        .flatMap(it -> groups.get(scatter(it)))
                        .map(it -> row.with(it.forksNeeded(row), it.isUnusual(row) ? it.rows : 0))
                        .orElse(row))
                .toList();
    }

    /** Whether a row's change lies far outside of the other rows' changes, and the iterations of its sides do not overlap. */
    private boolean isUnusual(VerdictRow row) {
        DoubleSummaryStatistics base = nanos(row.sides().orElseThrow().base());
        DoubleSummaryStatistics head = nanos(row.sides().orElseThrow().head());
        double distance = Math.abs(change(row) - median);
        return distance >= unusual
                && distance > Math.log1p(row.score().orElseThrow().rule().margin())
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
    private int forksNeeded(VerdictRow row) {
        Rule rule = row.score().orElseThrow().rule();
        Estimate change = row.slowdown().orElseThrow();
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
