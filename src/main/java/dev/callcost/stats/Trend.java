package dev.callcost.stats;

import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * A change from the beginning to the end of what was measured, of forks or of pairs of forks: the mean over them on the log scale, and
 * Student's t test of no change. Iterations of one fork depend on each other, and so are no replicates; a machine that drifts moves some
 * forks one way and others another way.
 *
 * @param change the mean change, a difference of logarithms
 * @param probability of a mean as far from 0 as this one where there is no change; 1 with fewer than two values
 * @param values how many changes there are
 */
public record Trend(double change, double probability, int values) {
    /** A change by less decides nothing: a third of the margin by which rows are called different. */
    public static final double MOVES = 0.01;

    /** Up to this probability a change is believed. */
    private static final double ALPHA = 0.01;

    /** Two forks agree too often by chance. */
    private static final int FEWEST = 3;

    private static final int PARTS = 3;

    /** The trend of some changes, each a difference of logarithms. */
    public static Trend of(double[] changes) {
        int n = changes.length;
        double mean = Arrays.stream(changes).average().orElse(0);
        double squares =
                Arrays.stream(changes).map(x -> (x - mean) * (x - mean)).sum();
        double t = Math.abs(mean) / Math.sqrt(squares / (n - 1) / n);
        double probability = n < 2 || mean == 0 ? 1 : 2 * new TDistribution(n - 1.0).cumulativeProbability(-t);
        return new Trend(mean, probability, n);
    }

    /**
     * The trend of the times that a row's forks measured, from the first third of their iterations to the last, by medians.
     *
     * @return empty with fewer than three forks, or fewer than three iterations in one
     */
    public static Optional<Trend> of(Row row) {
        List<Double> changes = changes(row);
        return changes.size() < FEWEST
                ? Optional.empty()
                : Optional.of(
                        of(changes.stream().mapToDouble(Double::doubleValue).toArray()));
    }

    /** The change of each of the row's forks; none where one has fewer than three iterations. */
    public static List<Double> changes(Row row) {
        List<List<Double>> forks = row.primary().forks();
        int sign = row.primary().isThroughput() ? -1 : 1;
        return forks.stream().anyMatch(fork -> fork.size() < PARTS)
                ? List.of()
                : forks.stream().map(fork -> sign * change(fork)).toList();
    }

    private static double change(List<Double> fork) {
        int third = fork.size() / PARTS;
        return logMedian(fork.subList(fork.size() - third, fork.size())) - logMedian(fork.subList(0, third));
    }

    private static double logMedian(List<Double> scores) {
        return Metric.median(scores.stream().mapToDouble(Math::log).toArray());
    }

    /** Whether it is believed, and by more than {@link #MOVES}. */
    public boolean isMoving() {
        return isMoving(ALPHA);
    }

    /**
     * The same with another level.
     *
     * @param alpha the probability up to which a change is believed
     */
    public boolean isMoving(double alpha) {
        return probability <= alpha && Math.abs(change) > Math.log1p(MOVES);
    }
}
