package dev.callcost.launch;

import dev.callcost.data.Estimate;
import dev.callcost.data.Fork;
import dev.callcost.data.QuietForks;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.RoundEffects;
import dev.callcost.stats.RowEstimates;
import dev.callcost.stats.Scatter;
import dev.callcost.text.Sections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The precision that the rows of a run are to reach: the half width of the 99 % interval that the ladder shows, as a share of the estimate, without round
 * effects ({@link RoundEffects}). It is calculated from all forks, so a resumed run decides alike. A row can lose it again, as the other rows moderate its
 * variance.
 *
 * @param goal a share of the estimate, such as 0.03
 */
public record Precision(double goal) {
    /** The most forks of a row when the user does not say. */
    public static final int MOST_FORKS = 20;

    /** The fewest forks of a row that reaches it, where variances are moderated. */
    public static final int FEWEST_FORKS = 2;

    /** The same with Student's t, which stops too early at forks that happen to agree (src/docs/statistics-appendix.md). */
    public static final int FEWEST_FORKS_ALONE = 5;

    /** A row that would miss the goal by this factor with all its forks pauses while others can reach it; rows on several CPUs do in a loud hour. */
    private static final double OUT_OF_REACH = 2;

    private static final int MANY = 1000;

    /**
     * The precision of a row.
     *
     * @param relativeHalfWidth the half width of its interval as a share of the estimate; NaN without an interval
     * @param reached whether this is within the goal
     * @param pauses whether it has no fork in the next round: it has reached the goal and the other rows do not need it ({@link RoundEffects#company}), or it
     *     cannot reach the goal while others can
     * @param forksNeeded the estimated number of forks with which it reaches the goal
     */
    public record State(double relativeHalfWidth, boolean reached, boolean pauses, int forksNeeded) {
        /** {@code ±4.1%} */
        public String text() {
            return Double.isNaN(relativeHalfWidth) ? "no interval" : EstimateText.plusMinus(relativeHalfWidth);
        }

        /** The same; no interval where none is shown. */
        String shown() {
            return relativeHalfWidth <= EstimateText.WIDEST ? text() : "no interval";
        }

        String whyItPauses(int forks) {
            String after = " after " + Sections.count(forks, "fork");
            return "is known to " + text()
                    + (reached
                            ? ": done" + after
                            : after + " and gives way to rows that can get to the precision asked for");
        }

        private State continues(int more) {
            return new State(relativeHalfWidth, reached, false, forksNeeded + more);
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
            states.put(planned, new State(Double.NaN, false, false, FEWEST_FORKS));
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
        RowEstimates all = RowEstimates.of(effects.rows(), Scatter::of);
        rows.forEach((planned, measured) -> {
            Row row = counting.get(measured.key());
            states.put(planned, state(all.score(row), all.isModerated(row), planned.rounds()));
        });
        if (rows.keySet().stream().allMatch(row -> states.get(row).pauses)) { // nothing gets closer while they pause
            rows.keySet().stream()
                    .filter(row -> !states.get(row).reached)
                    .forEach(row -> states.compute(row, (it, state) -> state.continues(0)));
        }
        List<PlannedRow> together = rows.keySet().stream()
                .filter(row -> effects.without().contains(rows.get(row).key()))
                .toList();
        List<PlannedRow> out =
                together.stream().filter(row -> states.get(row).pauses).toList();
        // the least precise continue where a round would have too few rows to estimate its effect
        out.stream()
                .sorted(Comparator.comparingDouble(row -> -states.get(row).relativeHalfWidth))
                .limit(RoundEffects.company(together.size() - out.size()))
                .toList()
                .forEach(row -> states.compute(row, (it, state) -> state.continues(1)));
        return states;
    }

    private static boolean arePositive(SortedMap<Integer, Fork> measured) {
        return !measured.isEmpty() && measured.values().stream().allMatch(Precision::isPositive);
    }

    private static boolean isPositive(Fork fork) {
        List<Double> scores = fork.row().primary().forks().get(0);
        return !scores.isEmpty() && scores.stream().allMatch(score -> score > 0 && score < Double.POSITIVE_INFINITY);
    }

    /** @param most forks that the row may have */
    private State state(Estimate estimate, boolean isModerated, int most) {
        int fewest = isModerated ? FEWEST_FORKS : FEWEST_FORKS_ALONE;
        double halfWidth = estimate.relativeHalfWidth();
        boolean isReached = estimate.forks() >= fewest && halfWidth <= goal;
        boolean isOutOfReach = estimate.forks() >= FEWEST_FORKS_ALONE
                && estimate.withForks(Math.max(most, estimate.forks())).relativeHalfWidth() > OUT_OF_REACH * goal;
        int needed = isReached ? estimate.forks() : Math.max(fewest, estimate.forks() + 1);
        while (!isReached
                && estimate.hasInterval() // without an interval, the fewest
                && needed < MANY
                && estimate.withForks(needed).relativeHalfWidth() > goal) {
            needed++;
        }
        return new State(halfWidth, isReached, isReached || isOutOfReach, needed);
    }

    /** The precision in words: {@code ±3.0%}. */
    public String text() {
        return EstimateText.plusMinus(goal);
    }
}
