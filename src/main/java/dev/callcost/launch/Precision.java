package dev.callcost.launch;

import dev.callcost.data.EstimateText;
import dev.callcost.data.Fork;
import dev.callcost.data.QuietForks;
import dev.callcost.data.RoundEffects;
import dev.callcost.data.Row;
import dev.callcost.data.RowEstimates;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Estimate;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The precision that the rows of a run are to reach: the half width of the 99 % interval that the ladder shows, as a
 * share of the estimate, without round effects ({@link RoundEffects}). It is calculated from all forks, so a resumed
 * run decides alike. A row can lose it again, as the other rows moderate its variance.
 *
 * @param goal a share of the estimate, such as 0.03
 */
public record Precision(double goal) {
    /** The most forks of a row when the user does not say. */
    public static final int MOST_FORKS = 20;

    /** The fewest forks of a row that reaches it, where variances are moderated. */
    public static final int FEWEST_FORKS = 2;

    /**
     * The fewest forks of a row that reaches it with Student's t, which stops too early at forks that happen to agree
     * (src/docs/statistics-appendix.md).
     */
    public static final int FEWEST_FORKS_ALONE = 5;

    /**
     * The precision of a row.
     *
     * @param relativeHalfWidth the half width of its interval as a share of the estimate; NaN without an interval
     * @param isReached whether this is within the goal
     * @param pauses whether it has no fork in the next round: it has reached the goal, and the other rows do not need
     *     it ({@link RoundEffects#company})
     */
    public record State(double relativeHalfWidth, boolean isReached, boolean pauses) {
        /** {@code ±4.1%} */
        public String text() {
            return Double.isNaN(relativeHalfWidth) ? "no interval" : EstimateText.plusMinus(relativeHalfWidth);
        }
    }

    /** The states of rows, from their forks by round. Rows with a score that is not positive have no interval. */
    Map<PlannedRow, State> states(Map<PlannedRow, SortedMap<Integer, Fork>> forks) {
        Map<PlannedRow, State> states = new HashMap<>();
        Map<PlannedRow, Row> rows = new LinkedHashMap<>();
        Map<RowKey, List<Integer>> rounds = new HashMap<>();
        List<Fork> quiet = QuietForks.among(forks.values().stream()
                .filter(Precision::arePositive)
                .flatMap(measured -> measured.values().stream())
                .toList());
        forks.forEach((planned, measured) -> {
            states.put(planned, new State(Double.NaN, false, false));
            if (arePositive(measured)) {
                SortedMap<Integer, Fork> counting = new TreeMap<>(measured);
                counting.values().retainAll(quiet);
                Row row = Row.merged(counting.values().stream().map(Fork::row).toList());
                rows.put(planned, row);
                rounds.put(row.key(), List.copyOf(counting.keySet()));
            }
        });
        RoundEffects effects = RoundEffects.of(List.copyOf(rows.values()), rounds);
        Map<RowKey, Row> counting = effects.rows().stream().collect(Collectors.toMap(Row::key, row -> row));
        RowEstimates all = RowEstimates.of(effects.rows());
        rows.forEach((planned, measured) -> {
            Row row = counting.get(measured.key());
            states.put(planned, state(all.score(row), all.isModerated(row)));
        });
        List<PlannedRow> together = rows.keySet().stream()
                .filter(row -> effects.without().contains(rows.get(row).key()))
                .toList();
        List<PlannedRow> known =
                together.stream().filter(row -> states.get(row).isReached).toList();
        // the least precise continue where a round would have too few rows to estimate its effect
        known.stream()
                .sorted(Comparator.comparingDouble(row -> -states.get(row).relativeHalfWidth))
                .limit(RoundEffects.company(together.size() - known.size()))
                .forEach(row -> states.put(row, new State(states.get(row).relativeHalfWidth, true, false)));
        return states;
    }

    private static boolean arePositive(SortedMap<Integer, Fork> measured) {
        return !measured.isEmpty() && measured.values().stream().allMatch(Precision::isPositive);
    }

    private static boolean isPositive(Fork fork) {
        List<Double> scores = fork.row().primary().forks().get(0);
        return !scores.isEmpty() && scores.stream().allMatch(score -> score > 0 && score < Double.POSITIVE_INFINITY);
    }

    private State state(Estimate estimate, boolean isModerated) {
        int fewest = isModerated ? FEWEST_FORKS : FEWEST_FORKS_ALONE;
        boolean isReached = estimate.forks() >= fewest && estimate.relativeHalfWidth() <= goal;
        return new State(estimate.relativeHalfWidth(), isReached, isReached);
    }

    /** The precision in words: {@code ±3.0%}. */
    public String text() {
        return "±" + EstimateText.halfWidth(goal);
    }
}
