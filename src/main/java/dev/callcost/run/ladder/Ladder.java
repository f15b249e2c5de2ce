package dev.callcost.run.ladder;

import dev.callcost.results.Estimate;
import dev.callcost.results.ResultsFile;
import dev.callcost.results.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rungs that a results file holds, and the rows that are none. The expected order is partial: a rung is no faster
 * than the one below it where the declaration says so, and nothing is expected of rungs on different branches.
 */
public final class Ladder {

    /**
     * A rung that the file holds.
     *
     * @param rung the declaration
     * @param row the row that measures it
     * @param nanos its estimate in nanoseconds per call
     * @param below the nearest rung below it that the file holds
     * @param adds what it adds to that one
     * @param ordered whether it is expected to be no faster than that one
     */
    public record Step(Rung rung, Row row, Estimate nanos, Optional<Step> below, String adds, boolean ordered) {

        /** Whether its place can be checked: an order is expected, and both rungs have an interval. */
        boolean isChecked() {
            return ordered
                    && nanos.hasInterval()
                    && below.filter(step -> step.nanos.hasInterval()).isPresent();
        }

        private boolean isOutOfOrder() {
            return isChecked() && nanos.isSeparatedBelow(below.orElseThrow().nanos());
        }
    }

    private final Map<String, Step> steps = new LinkedHashMap<>();
    private final List<Row> others;

    private Ladder(ResultsFile file) {
        List<Row> rest = new ArrayList<>(file.rows());
        Map<String, Rung> missing = new HashMap<>();
        for (Rung rung : Rung.ALL) {
            Optional<Row> row = rest.stream().filter(rung::isMeasuredBy).min(Comparator.comparingInt(Row::threads));
            if (row.isPresent()) {
                rest.remove(row.get());
                steps.put(rung.name(), step(rung, row.get(), missing));
            } else {
                missing.put(rung.name(), rung);
            }
        }
        rest.sort(Row.BY_LABEL);
        others = List.copyOf(rest);
    }

    /** Finds the rungs in a file. Of rows that differ only in threads the one with the fewest is the rung. */
    public static Ladder of(ResultsFile file) {
        return new Ladder(file);
    }

    /** The rungs that the file holds, in the order of {@link Rung#ALL}. */
    public List<Step> steps() {
        return List.copyOf(steps.values());
    }

    /** A rung by its name, when the file holds it. */
    public Optional<Step> step(String name) {
        return Optional.ofNullable(steps.get(name));
    }

    /** The rows that are no rungs, by name and params. */
    public List<Row> others() {
        return others;
    }

    /** The rungs whose interval lies wholly below that of the rung that they are expected not to undercut. */
    public List<Step> check() {
        return steps.values().stream().filter(Step::isOutOfOrder).toList();
    }

    private Step step(Rung rung, Row row, Map<String, Rung> missing) {
        boolean ordered = rung.ordered();
        String adds = rung.adds();
        String below = rung.below();
        while (missing.containsKey(below)) {
            Rung between = missing.get(below);
            ordered &= between.ordered();
            adds = between.adds() + "; " + adds;
            below = between.below();
        }
        return new Step(rung, row, row.nanos().orElseThrow(), step(below), adds, ordered);
    }
}
