package dev.callcost.data;

import dev.callcost.stats.Estimate;
import dev.callcost.stats.Robust;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.RandomAccess;
import java.util.Set;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The values of one quantity of one row.
 *
 * @param unit as JMH writes it, such as {@code us/op} or {@code B/op}
 * @param forks the scores of each fork's measured iterations in the order they ran; a secondary metric can have forks
 *     without scores
 * @param histograms the samples of each fork's measured iterations; empty outside of mode SampleTime
 * @param quantity which quantity of a row it is that is judged besides the score; empty for what a file holds
 */
public record Metric(
        String unit, List<List<Double>> forks, List<List<Histogram>> histograms, Optional<Quantity> quantity) {
    public Metric {
        forks = forks.stream().<List<Double>>map(DoubleList::copyOf).toList();
        histograms = histograms.stream().map(List::copyOf).toList();
    }

    public Metric(String unit, List<List<Double>> forks) {
        this(unit, forks, List.of());
    }

    public Metric(String unit, List<List<Double>> forks, List<List<Histogram>> histograms) {
        this(unit, forks, histograms, Optional.empty());
    }

    /** A metric from its forks; the metric of a fork is null where the fork lacks it. */
    public static Metric merged(List<Metric> forks) {
        Metric first = forks.stream().filter(Objects::nonNull).findFirst().orElseThrow();
        return new Metric(
                first.unit,
                forks.stream()
                        .flatMap(fork -> fork == null ? Stream.of(List.<Double>of()) : fork.forks.stream())
                        .toList(),
                forks.stream()
                        .filter(Objects::nonNull)
                        .flatMap(fork -> fork.histograms.stream())
                        .toList(),
                first.quantity);
    }

    /** The scores of a fork, not a copy. */
    double[] numbers(int fork) {
        return DoubleList.copyOf(forks.get(fork)).numbers();
    }

    private Stream<double[]> numbers() {
        return IntStream.range(0, forks.size()).mapToObj(this::numbers);
    }

    /** The scores of all forks. */
    DoubleStream scores() {
        return numbers().flatMapToDouble(Arrays::stream);
    }

    /** The first score that fulfills a condition. */
    OptionalDouble first(DoublePredicate condition) {
        return scores().filter(condition).findFirst();
    }

    /** How many measured iterations each fork has. */
    public List<Integer> iterations() {
        return forks.stream().map(List::size).toList();
    }

    /** Whether it has the unit and the iterations of a score, as the methods of a group have. */
    boolean isLike(Metric score) {
        return unit.equals(score.unit) && iterations().equals(score.iterations());
    }

    /** The samples of all forks together; empty outside of mode SampleTime. */
    public Histogram samples() {
        return Histogram.pooled(histograms.stream().flatMap(List::stream).toList());
    }

    /** Whether the unit is a number of operations per time. */
    public boolean isThroughput() {
        return Unit.of(unit).isRate();
    }

    /** Whether the larger value is the better one. */
    public boolean isMoreBetter() {
        return quantity.map(Quantity::isMoreBetter).orElseGet(this::isThroughput);
    }

    /** The nanoseconds of one unit; empty when the unit is no time per operation. */
    public OptionalDouble nanosPerUnit() {
        Unit known = Unit.of(unit);
        return known.isTime() && known.isMoreBetter().isPresent()
                ? OptionalDouble.of(known.factor())
                : OptionalDouble.empty();
    }

    /** From the logarithm of a score, also of a throughput, to that of ns per operation; empty for units not JMH's. */
    public Optional<DoubleUnaryOperator> logNanos() {
        double log = Math.log(Unit.of(unit).factor());
        if (isThroughput()) {
            return Optional.of(score -> -log - score);
        }
        return nanosPerUnit().isPresent() ? Optional.of(score -> log + score) : Optional.empty();
    }

    /**
     * From the logarithm of a value to one whose increase makes the row worse: that of ns per operation where the unit
     * is JMH's. A quantity in another unit keeps its unit.
     */
    public Optional<DoubleUnaryOperator> logCost() {
        if (quantity.isEmpty()) {
            return logNanos();
        }
        DoubleUnaryOperator nanos = logNanos().orElse(DoubleUnaryOperator.identity());
        boolean turns = isMoreBetter() != (isThroughput() && logNanos().isPresent());
        return Optional.of(turns ? value -> -nanos.applyAsDouble(value) : nanos);
    }

    /** Whether values have ratios: their units are JMH's, or they are quantities in equal units. */
    public static boolean areInOneUnit(List<Metric> metrics) {
        return metrics.stream().allMatch(metric -> metric.logNanos().isPresent())
                || metrics.stream().allMatch(metric -> metric.quantity.isPresent())
                        && metrics.stream().map(Metric::unit).distinct().count() == 1;
    }

    /** Over forks. All scores must be positive numbers, which those of secondary metrics need not be. */
    public Estimate estimate(ForkValue value) {
        return Estimate.ofLogs(logs(value));
    }

    /**
     * Over forks, whose values are the logarithms of the means over their iterations. Means include the pauses of the
     * garbage collector and the machine's slow moments.
     */
    public Estimate estimateOfMeans() {
        return Estimate.ofLogs(logs(scores -> Arrays.stream(scores).average().orElseThrow()));
    }

    /** The logarithm of each fork's value. */
    public List<Double> logs(ForkValue value) {
        boolean isThroughput = isThroughput();
        return logs(scores -> value.of(scores, isThroughput));
    }

    private List<Double> logs(ToDoubleFunction<double[]> value) {
        if (forks.stream().anyMatch(List::isEmpty)
                || first(score -> !(score > 0 && score < Double.POSITIVE_INFINITY))
                        .isPresent()) {
            throw new IllegalStateException("a fork without scores that have a logarithm: " + forks);
        }
        return numbers().map(fork -> Math.log(value.applyAsDouble(fork))).toList();
    }

    /** The mean of the forks' medians, for metrics that may be zero, such as B/op. Only finite scores count. */
    public OptionalDouble mean() {
        return Arrays.stream(forkMedians()).average();
    }

    /** The median of the finite scores of each fork that has any. */
    public double[] forkMedians() {
        return forkValues(ForkValue.MEDIAN);
    }

    /** The value of the finite scores of each fork that has any. */
    public double[] forkValues(ForkValue value) {
        return numbers()
                .map(fork -> Arrays.stream(fork).filter(Double::isFinite).toArray())
                .filter(scores -> scores.length > 0)
                .mapToDouble(scores -> value.of(scores, isThroughput()))
                .toArray();
    }

    /**
     * What is judged of a row besides its score, such as a percentile of its samples or a metric of a profiler. It
     * makes a row of its own with the benchmark {@code Class.method:name}.
     *
     * @param isMoreBetter whether the larger value is the better one
     */
    public record Quantity(String name, boolean isMoreBetter) {
        /** The benchmark of the quantity's own row. */
        public String benchmark(String ofRow) {
            return ofRow + ":" + name;
        }

        /** The benchmark whose row has the quantity. */
        String rowOf(String benchmark) {
            return benchmark.substring(0, benchmark.length() - name.length() - 1);
        }
    }

    /** How a fork's value is made from the scores of its iterations. */
    public enum ForkValue {
        /**
         * The mean of the fastest quarter, two iterations at least: the time of an operation when nothing else uses the
         * core. On a shared machine others only ever make an iteration slower. It hides what makes some iterations
         * slower, such as collections.
         */
        FASTEST_QUARTER("fastest quarter") {
            @Override
            public double of(double[] scores, boolean isMoreBetter) {
                double[] sorted = scores.clone();
                Arrays.sort(sorted);
                int fastest = fastest(sorted.length);
                int from = isMoreBetter ? sorted.length - fastest : 0;
                return Arrays.stream(sorted, from, from + fastest).sum() / fastest;
            }
        },

        MEDIAN("median") {
            @Override
            public double of(double[] scores, boolean isMoreBetter) {
                return Robust.median(scores);
            }
        };

        private static final double SHARE = 0.25;
        private static final int FEWEST = 2;

        private final String words;

        ForkValue(String words) {
            this.words = words;
        }

        /** The value of at least one score. */
        public abstract double of(double[] scores, boolean isMoreBetter);

        /** How many iterations the fastest quarter has. */
        static int fastest(int iterations) {
            return Math.min(iterations, (int) Math.max(FEWEST, Math.round(SHARE * iterations)));
        }

        /** {@code fastest quarter} */
        @Override
        public String toString() {
            return words;
        }

        /** What the values of some rows are: {@code mean of the fastest quarter of a fork's iterations}. */
        public static String words(Set<ForkValue> some) {
            return (some.equals(Set.of(MEDIAN)) ? "median" : "mean of the " + FASTEST_QUARTER)
                    + " of a fork's iterations"
                    + (some.size() > 1
                            ? " (" + String.join(", ", Row.SEVERAL_CPUS) + ", sample and ss: the median)"
                            : "");
        }
    }

    /**
     * Numbers that never change: 8 bytes a number, where a list of objects takes 20. No library used here has such a
     * list, and one that has is larger than the tools. Numbers of a log stay text until they are asked for: verdicts
     * need few of them.
     */
    static final class DoubleList extends AbstractList<Double> implements RandomAccess {
        /** The numbers, or their text. */
        private volatile Object content;

        private DoubleList(Object content) {
            this.content = content;
        }

        /** @param numbers the list keeps this array */
        static DoubleList of(double... numbers) {
            return new DoubleList(numbers);
        }

        /**
         * @param numbers in JSON with commas and without blanks; the list throws a RuntimeException when it is asked
         *     for numbers and one is none
         */
        static DoubleList parsed(String numbers) {
            return new DoubleList(numbers);
        }

        static DoubleList copyOf(Collection<Double> numbers) {
            return numbers instanceof DoubleList list
                    ? list
                    : of(numbers.stream().mapToDouble(Double::doubleValue).toArray());
        }

        /** Not a copy. */
        double[] numbers() {
            Object now = content;
            if (now instanceof String text) {
                double[] numbers = parse(text);
                content = numbers;
                return numbers;
            }
            return (double[]) now;
        }

        private static double[] parse(String text) {
            DoubleStream.Builder numbers = DoubleStream.builder();
            for (int from = 0; from < text.length(); ) {
                int comma = text.indexOf(',', from);
                int to = comma < 0 ? text.length() : comma;
                int quote = text.charAt(from) == '"' ? 1 : 0; // around a word such as NaN
                numbers.add(Double.parseDouble(text.substring(from + quote, to - quote)));
                from = to + 1;
            }
            return numbers.build().toArray();
        }

        @Override
        public List<Double> subList(int from, int to) {
            return of(Arrays.copyOfRange(numbers(), from, to));
        }

        @Override
        public Double get(int index) {
            return numbers()[index];
        }

        @Override
        public boolean isEmpty() {
            return content instanceof String text ? text.isEmpty() : numbers().length == 0;
        }

        @Override
        public int size() {
            return numbers().length;
        }
    }
}
