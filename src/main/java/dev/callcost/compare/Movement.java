package dev.callcost.compare;

import dev.callcost.stats.Trend;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How the difference between the sides moved while they were measured, over pairs. Both forks of a pair are at one time of their lives, but
 * not at one point of their warm-ups where JVM, transport or libraries differ: a difference that moves is the warm-up's.
 *
 * @param fifths the difference in each fifth of the measured iterations, the mean over pairs of the logarithm of head's time over base's
 * @param trend the change from the first to the last fifth, by a straight line through a pair's five
 */
public record Movement(List<Double> fifths, Trend trend) {
    /**
     * Up to this probability a change is believed: more is than at the 1 % of a verdict, as the wrong belief costs some pairs, and the missed one a
     * verdict that is the warm-up's.
     */
    private static final double ALPHA = 0.05;

    /** How many parts the measured iterations are cut into. */
    static final int PARTS = 5;

    /** The distance of each part from the middle one, in parts. */
    private static final double[] PLACES = {-2, -1, 0, 1, 2};

    /** The movement in some pairs; empty when there is none or one has fewer than five iterations. */
    public static Optional<Movement> of(List<PairDifference> pairs) {
        if (pairs.isEmpty() || pairs.stream().anyMatch(pair -> pair.fifths().isEmpty())) {
            return Optional.empty();
        }
        List<Double> fifths = IntStream.range(0, PARTS)
                .mapToObj(part -> pairs.stream()
                        .mapToDouble(pair -> pair.fifths().get(part))
                        .average()
                        .orElseThrow())
                .toList();
        return Optional.of(new Movement(
                fifths,
                Trend.of(pairs.stream()
                        .mapToDouble(pair -> change(pair.fifths()))
                        .toArray())));
    }

    /** From end to end of the straight line that fits best. */
    private static double change(List<Double> fifths) {
        double slope = IntStream.range(0, PARTS)
                        .mapToDouble(part -> PLACES[part] * fifths.get(part))
                        .sum()
                / Arrays.stream(PLACES).map(place -> place * place).sum();
        return slope * (PARTS - 1);
    }

    /** Whether the difference moved. */
    public boolean isMoving() {
        return trend.isMoving(ALPHA);
    }

    /** The difference in the first fifth. */
    public double first() {
        return fifths.get(0);
    }

    /** The difference in the last fifth. */
    public double last() {
        return fifths.get(PARTS - 1);
    }
}
