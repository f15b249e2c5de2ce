package dev.callcost.compare.measure;

import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.Robust;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Finds how many pairs run at once, by first pairs of a few rows that ran alone and side by side: side by side, unless
 * the product of a pair's variance and its time is significantly larger then. What disturbs the machine for some
 * seconds makes few rows differ by chance. First pairs decide nothing else, so measuring a few of them twice biases no
 * verdict.
 *
 * @param pairs the number that is kept
 * @param aloneSeconds the time of a pair that runs alone
 * @param seconds the time of a pair side by side, divided by the number of pairs at once
 * @param variance of a pair side by side, divided by that of a pair alone; NaN where the iterations are too few to show
 *     it
 */
public record TrialPairs(int pairs, double aloneSeconds, double seconds, double variance) {
    /** Rows that are measured both ways. */
    static final int ROWS = 4;

    /** Rows may fail, or need several CPUs. */
    static final int TRIALS = 2;

    /** Of the budget: the time of the pairs that run alone. */
    static final double BUDGET = 0.05;

    /**
     * What forks keep all their lives scatters the pairs of a row by some 2 %, however many run at once:
     * results/epyc-vm-compare.
     */
    private static final double OF_FORKS = Math.pow(0.02, 2);

    /** Of the interval that must lie above zero: a one-sided test at 5 %. */
    private static final double CONFIDENCE = 0.9;

    /** The value of a pair is taken in so many parts of its iterations. */
    private static final int PARTS = 10;

    private static final int FEWEST_PARTS = 3;

    /** Empty where no row has been measured both ways. */
    static Optional<TrialPairs> of(Collection<Pair> first, int atOnce) {
        List<RowKey> rows = first.stream().map(Pair::row).distinct().toList();
        List<Double> logVariances = new ArrayList<>();
        List<Pair> alone = new ArrayList<>();
        List<Pair> together = new ArrayList<>();
        for (RowKey row : rows) {
            List<Pair> ofRow =
                    first.stream().filter(pair -> pair.row().equals(row)).toList();
            List<Pair> one = some(ofRow, pair -> pair.atOnce() == 1);
            List<Pair> many = some(ofRow, pair -> pair.atOnce() == atOnce);
            if (!one.isEmpty() && !many.isEmpty()) {
                alone.addAll(one);
                together.addAll(many);
                double ratio = (OF_FORKS + variance(many)) / (OF_FORKS + variance(one));
                if (ratio > 0 && ratio < Double.POSITIVE_INFINITY) {
                    logVariances.add(Math.log(ratio));
                }
            }
        }
        if (alone.isEmpty()) {
            return Optional.empty();
        }
        double aloneSeconds = seconds(alone);
        double seconds = seconds(together) / atOnce;
        Optional<Estimate> variance =
                Optional.of(logVariances).filter(it -> !it.isEmpty()).map(Estimate::ofLogs);
        double doubt = variance.filter(it -> it.variance() > 0)
                .map(it -> it.logHalfWidth(CONFIDENCE))
                .orElse(0.0);
        double worse = variance.map(Estimate::logMean).orElse(0.0) + Math.log(seconds / aloneSeconds);
        return Optional.of(new TrialPairs(
                worse > doubt ? 1 : atOnce,
                aloneSeconds,
                seconds,
                variance.map(Estimate::value).orElse(Double.NaN)));
    }

    private static List<Pair> some(List<Pair> pairs, Predicate<Pair> which) {
        return pairs.stream().filter(which).toList();
    }

    private static double seconds(List<Pair> pairs) {
        return pairs.stream().mapToLong(Pair::nanos).average().orElseThrow() / 1e9;
    }

    private static double variance(List<Pair> pairs) {
        return pairs.stream()
                .flatMapToDouble(pair -> variance(pair).stream())
                .average()
                .orElse(Double.NaN);
    }

    /**
     * The variance of a pair by how its parts differ from their neighbours: what disturbs a pair for longer than a part
     * cancels out, as it does between turns. What a fork keeps all its life is not in it: {@link #OF_FORKS}.
     */
    private static OptionalDouble variance(Pair pair) {
        double[] base = scores(pair.base());
        double[] head = scores(pair.head());
        int iterations = Math.min(base.length, head.length);
        int parts = Math.min(PARTS, iterations);
        double[] values = IntStream.range(0, parts)
                .mapToDouble(part ->
                        Robust.median(IntStream.range(part * iterations / parts, (part + 1) * iterations / parts)
                                .mapToDouble(n -> Math.log(head[n] / base[n]))
                                .toArray()))
                .toArray();
        return parts < FEWEST_PARTS
                ? OptionalDouble.empty()
                : OptionalDouble.of(IntStream.range(1, parts)
                                .mapToDouble(part -> Math.pow(values[part] - values[part - 1], 2))
                                .sum()
                        / (2 * (parts - 1) * parts));
    }

    private static double[] scores(Row row) {
        return row.primary().forks().get(0).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    /** Whether pairs run at once although that looks worse. */
    public boolean mayBeWorse() {
        return pairs > 1 && variance * seconds > aloneSeconds;
    }
}
