package dev.callcost.compare.evidence;

import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.stats.Robust;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/**
 * The logarithm of head's time over base's in one pair of forks; positive when head is slower. What the machine does to
 * both forks alike cancels out.
 *
 * @param byFastest the Hodges-Lehmann shift of the fastest quarters of both forks' iterations, two iterations at least:
 *     on a shared machine others only ever make an iteration slower
 * @param byMedian the median of the differences between neighbouring iterations; the difference of the medians where
 *     one fork has more iterations
 * @param course how it moves within the iterations
 */
public record PairDifference(double byFastest, double byMedian, double byMean, Course course) {
    private static final int FIFTHS = 5;
    private static final int HALVES = 2;
    private static final int QUARTERS = 4;
    private static final int FEWEST_FASTEST = 2;

    /**
     * The difference in parts of the iterations.
     *
     * @param fifths {@code byMedian} of each fifth; none when there are fewer than five iterations
     * @param fifthsByMean {@code byMean} of each fifth
     * @param byMeanFrom {@code byMean} of each fifth and those after it together
     * @param drift {@code byMedian} of the second half less that of the first; empty with one iteration
     */
    public record Course(
            List<Double> fifths, List<Double> fifthsByMean, List<Double> byMeanFrom, OptionalDouble drift) {
        /** Of one iteration. */
        public static final Course NONE = new Course(List.of(), List.of(), List.of(), OptionalDouble.empty());

        private static Course of(Iterations before, Iterations after) {
            int fewest = Math.min(before.scores.length, after.scores.length);
            List<Double> halves = fewest < HALVES ? List.of() : parts(before, after, HALVES, Iterations::byMedian);
            boolean hasFifths = fewest >= FIFTHS;
            return new Course(
                    hasFifths ? parts(before, after, FIFTHS, Iterations::byMedian) : List.of(),
                    hasFifths ? parts(before, after, FIFTHS, Iterations::byMean) : List.of(),
                    IntStream.range(0, hasFifths ? FIFTHS : 0)
                            .mapToObj(fifth ->
                                    before.part(fifth, FIFTHS, FIFTHS).byMean(after.part(fifth, FIFTHS, FIFTHS)))
                            .toList(),
                    halves.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(halves.get(1) - halves.get(0)));
        }

        private static List<Double> parts(
                Iterations before, Iterations after, int number, ToDoubleBiFunction<Iterations, Iterations> by) {
            return IntStream.range(0, number)
                    .mapToObj(part ->
                            by.applyAsDouble(before.part(part, part + 1, number), after.part(part, part + 1, number)))
                    .toList();
        }
    }

    /** @param logCost from the logarithm of a score to that of a time */
    private record Iterations(double[] scores, DoubleUnaryOperator logCost) {
        static Iterations of(Row row) {
            double[] scores = row.primary().forks().get(0).stream()
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            return new Iterations(scores, row.primary().logCost().orElseThrow());
        }

        Iterations part(int from, int to, int number) {
            return new Iterations(
                    Arrays.copyOfRange(scores, from * scores.length / number, to * scores.length / number), logCost);
        }

        double[] logs() {
            return Arrays.stream(scores)
                    .map(score -> logCost.applyAsDouble(Math.log(score)))
                    .toArray();
        }

        double logOfMean() {
            return logCost.applyAsDouble(
                    Math.log(Arrays.stream(scores).average().orElseThrow()));
        }

        double byMean(Iterations after) {
            return after.logOfMean() - logOfMean();
        }

        double byMedian(Iterations after) {
            double[] base = logs();
            double[] head = after.logs();
            return base.length == head.length
                    ? Robust.median(IntStream.range(0, head.length)
                            .mapToDouble(i -> head[i] - base[i])
                            .toArray())
                    : Robust.median(head) - Robust.median(base);
        }
    }

    /**
     * The difference of two rows with one fork each, which took turns; empty when JMH has no such unit as a score's, or
     * a quantity is 0 or in two units.
     */
    public static Optional<PairDifference> of(Row base, Row head) {
        if (!Floor.hasRatio(base.primary())
                || !Floor.hasRatio(head.primary())
                || !Metric.areInOneUnit(List.of(base.primary(), head.primary()))) {
            return Optional.empty();
        }
        Iterations before = Iterations.of(base);
        Iterations after = Iterations.of(head);
        return Optional.of(new PairDifference(
                shift(fastest(before.logs()), fastest(after.logs())),
                before.byMedian(after),
                before.byMean(after),
                Course.of(before, after)));
    }

    public static Optional<PairDifference> of(Pair pair) {
        return of(pair.base(), pair.head());
    }

    /** The difference of a pair by the statistic that decides; empty where it has none. */
    public static Optional<Double> deciding(Pair pair) {
        return of(pair).map(it -> it.deciding(RowSides.differInMemory(pair)));
    }

    public double deciding(boolean meanDecides) {
        return meanDecides ? byMean : byFastest;
    }

    private static double[] fastest(double[] logs) {
        return Arrays.stream(logs)
                .sorted()
                .limit(Math.max(FEWEST_FASTEST, logs.length / QUARTERS))
                .toArray();
    }

    /**
     * The median of all differences between a value of one list and a value of the other (Hodges and Lehmann, 1963).
     */
    private static double shift(double[] before, double[] after) {
        return Robust.median(Arrays.stream(after)
                .flatMap(later -> Arrays.stream(before).map(earlier -> later - earlier))
                .toArray());
    }
}
