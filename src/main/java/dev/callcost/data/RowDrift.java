package dev.callcost.data;

import dev.callcost.stats.Estimate;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Drift while forks, or pairs of forks, were measured. The measured iterations of each are cut into parts of equal
 * length. The change is measured along the straight line that fits the parts best, from end to end; Student's t test
 * compares its mean over forks with 0. Iterations of one fork depend on each other and are no replicates.
 *
 * @param parts the mean level of each part over forks, a logarithm
 * @param change the mean change, a difference of logarithms; of three parts, the last less the first
 * @param probability of a mean as far from 0 as this one where there is no drift; 1 with fewer than two forks
 * @param forks how many forks or pairs there are
 */
public record RowDrift(List<Double> parts, double change, double probability, int forks) {
    /** A change by less decides nothing: a third of the usual margin by which rows are called different. */
    private static final double MOVES = 0.01;

    /** The level of the test for one row. */
    public static final double ALPHA = 0.01;

    /** Two forks agree too often by chance. */
    private static final int FEWEST = 3;

    private static final int THIRDS = 3;

    /**
     * @param levels for each fork the level of each part, a logarithm; no parts where it has too few iterations
     * @return empty without forks, or when one has no parts
     */
    public static Optional<RowDrift> of(List<List<Double>> levels) {
        if (levels.isEmpty() || levels.stream().anyMatch(List::isEmpty)) {
            return Optional.empty();
        }
        Estimate change = Estimate.ofLogs(levels.stream().map(RowDrift::change).toList());
        List<Double> parts = IntStream.range(0, levels.get(0).size())
                .mapToObj(part -> levels.stream()
                        .mapToDouble(level -> level.get(part))
                        .average()
                        .orElseThrow())
                .toList();
        return Optional.of(new RowDrift(parts, change.logMean(), change.probabilityOf(0), change.forks()));
    }

    /**
     * The drift of a row's time over thirds; empty with fewer than three forks, or fewer than three iterations in one.
     */
    public static Optional<RowDrift> of(Row row) {
        return row.primary().forks().size() < FEWEST ? Optional.empty() : of(thirds(row));
    }

    /**
     * The logarithm of the time in each third of a fork, by the value that the row has of a fork, for all forks of a
     * row; no thirds where a fork has fewer than three iterations.
     */
    public static List<List<Double>> thirds(Row row) {
        int sign = row.primary().isThroughput() ? -1 : 1;
        return row.primary().forks().stream()
                .map(fork -> fork.size() < THIRDS
                        ? List.<Double>of()
                        : new Metric(row.primary().unit(), List.of(third(0, fork), third(1, fork), third(2, fork)))
                                .logs(row.forkValue()).stream()
                                        .map(log -> sign * log)
                                        .toList())
                .toList();
    }

    /**
     * A third of a list, from 0 to 2. The first and the last are of equal length, the middle one has what is left over.
     */
    public static <T> List<T> third(int part, List<T> list) {
        int length = list.size() / THIRDS;
        int[] cuts = {0, length, list.size() - length, list.size()};
        return list.subList(cuts[part], cuts[part + 1]);
    }

    /** The drift of a row's time while it was measured, such as {@code -2.1%}; empty where it is not significant. */
    public static Optional<String> text(Row row) {
        return of(row).filter(trend -> trend.isMoving(ALPHA)).map(trend -> EstimateText.change(Math.exp(trend.change)));
    }

    public double first() {
        return parts.get(0);
    }

    public double last() {
        return parts.get(parts.size() - 1);
    }

    /** From end to end of the line that fits the parts of a fork best. */
    public static double change(List<Double> parts) {
        int last = parts.size() - 1;
        double products = 0;
        double squares = 0;
        for (int part = 0; part <= last; part++) {
            double fromMiddle = part - last / 2.0;
            products += fromMiddle * parts.get(part);
            squares += fromMiddle * fromMiddle;
        }
        return products / squares * last;
    }

    /** Whether there is a drift by more than {@link #MOVES}, significant at a level. */
    public boolean isMoving(double alpha) {
        return isMoving(alpha, MOVES);
    }

    /** Whether there is a drift by more than a share, significant at a level. */
    public boolean isMoving(double alpha, double share) {
        return probability <= alpha && Math.abs(change) > Math.log1p(share);
    }
}
