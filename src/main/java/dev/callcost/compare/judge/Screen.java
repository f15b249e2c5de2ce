package dev.callcost.compare.judge;

import dev.callcost.compare.evidence.PairRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.descriptive.Quantile.EstimationMethod;

/**
 * What the first pair of each row decides: which rows get more pairs. The slowest rows are chosen, as many as the
 * budget has three pairs for. How much a first pair's iterations scatter does not count: it says little about how much
 * the row's pairs scatter.
 *
 * @param chosen the slowest rows, the slowest first; a row whose first pair has no value comes before them
 * @param choosesAll whether no row was left
 * @param unseen the smallest slowdown, a logarithm, that would have been seen in 95 % in a row that was not chosen, by
 *     its first pair; empty where all were chosen
 */
public record Screen<R>(List<R> chosen, boolean choosesAll, OptionalDouble unseen) {
    /** The budget that is left after the first pairs, in pairs, divided by this is how many rows are chosen. */
    static final int PAIRS_PER_ROW = 3;

    /** Of the first pairs' differences: how far below zero noise alone brings the first pair of a row. */
    private static final double LOW = 0.01;

    /**
     * @param first the first pair's difference of each row, the logarithm of head's time over base's; empty where it
     *     failed. Rows with equal differences keep their order
     * @param pairsLeft how many more pairs the budget has
     */
    public static <R> Screen<R> of(Map<R, OptionalDouble> first, long pairsLeft) {
        List<R> order = new ArrayList<>(first.keySet());
        order.sort(Comparator.comparingDouble(row -> -first.get(row).orElse(Double.POSITIVE_INFINITY)));
        int chosen = (int) Math.max(1, Math.min(order.size(), pairsLeft / PAIRS_PER_ROW));
        return of(first, order.subList(0, chosen));
    }

    /** @param chosen the rows that were chosen, as a log has them */
    public static <R> Screen<R> of(Map<R, OptionalDouble> first, List<R> chosen) {
        boolean choosesAll = chosen.containsAll(first.keySet());
        double cut = values(first, chosen).min().orElse(PairRule.FIND);
        return new Screen<>(
                List.copyOf(chosen),
                choosesAll,
                choosesAll
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(Math.max(PairRule.FIND, cut - low(values(first, first.keySet())))));
    }

    private static double low(DoubleStream values) {
        return Quantile.withDefaults().with(EstimationMethod.HF7).evaluate(values.toArray(), LOW);
    }

    /**
     * Whether a first pair of this value may be that of a slower row, which was not chosen: no value, a slowdown that
     * is to be found, or first pairs that differ so much that a large one would not be seen.
     */
    public boolean isSuspect(OptionalDouble first) {
        return first.isEmpty() || first.getAsDouble() > PairRule.FIND || unseen.orElse(0) > PairRule.LARGE;
    }

    private static <R> DoubleStream values(Map<R, OptionalDouble> first, Collection<R> rows) {
        return rows.stream().flatMapToDouble(row -> first.getOrDefault(row, OptionalDouble.empty()).stream());
    }
}
