package dev.callcost.bill;

import dev.callcost.agent.Sampler;
import dev.callcost.bill.Rules.Ingredient;
import dev.callcost.bill.Rules.Stack;
import dev.callcost.data.Estimate;
import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.data.Metric;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Contention;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The bill of one row. A fork's share of a category is its part of the fork's samples of CPU time, without samples of work in addition to the call.
 * When client and server take turns on one CPU, CPU time fills the time of a call, and shares are of time. Elsewhere they are of CPU time, and the
 * rest of the time is waiting. Contended iterations are excluded ({@link Contention}) where enough others are left.
 *
 * @param source the forks that count, with their samples
 * @param nanos the time per call in iterations without samples
 * @param cpuNanos CPU time per call, without work in addition to it
 * @param besideNanos CPU time per call of work in addition to it
 * @param switches how often per call a thread got a CPU; 0 where the machine does not count
 * @param bytes allocated per call; empty when unknown
 * @param overhead the time per call in iterations whose CPU time was sampled, as a ratio to the time without samples
 * @param sampledSwitches how often per call a thread got a CPU in such iterations
 * @param samples of CPU time in all forks
 * @param lines the categories, the largest share first
 * @param unknown the innermost frames of samples that no rule matches, with their share, the most frequent first
 */
record Bill(
        SampledRow source,
        Estimate nanos,
        double cpuNanos,
        double besideNanos,
        double switches,
        OptionalDouble bytes,
        Estimate overhead,
        double sampledSwitches,
        long samples,
        List<Line> lines,
        List<Unknown> unknown) {

    /** The relative difference up to which CPU time fills the time of a call: CPU time has coarse steps, and JMH ends iterations late. */
    static final double FILLED = 0.06;

    private static final int MOST_UNKNOWN = 5;

    /** The package of the suite's benchmarks. The rules match their code. */
    private static final String SUITE = "dev.callcost.";

    /** Frames in the name of an unknown stack. */
    private static final int FRAMES = 2;

    /**
     * A category of a call's time.
     *
     * @param share of the time of a call, or of its CPU time where that does not fill it
     * @param bytes that its code allocates per call; empty when unknown
     */
    record Line(Ingredient ingredient, Share share, OptionalDouble bytes) {}

    /** Frames that no rule matches, and the share of the samples that have them. */
    record Unknown(String frames, double share) {}

    /** The samples of a fork by category, and the number of its samples of work in addition to the call. */
    record Counts(Map<Ingredient, Double> own, double beside) {
        static Counts of(Map<Stack, Double> stacks, Function<Stack, Ingredient> ingredients) {
            Map<Ingredient, Double> own = new HashMap<>();
            stacks.forEach((stack, count) -> own.merge(ingredients.apply(stack), count, Double::sum));
            double all = sum(own);
            own.keySet().removeIf(Ingredient::isBeside);
            return new Counts(own, all - sum(own));
        }

        double share(Ingredient ingredient) {
            return own.getOrDefault(ingredient, 0.0) / Math.max(1, sum(own));
        }

        double besideShare() {
            return beside / Math.max(1, beside + sum(own));
        }
    }

    RowKey row() {
        return source.key();
    }

    /** Whether a call keeps one CPU busy, so that shares of samples are shares of time. */
    boolean fillsItsTime() {
        return Math.abs(cpuNanos / nanos.value() - 1) <= FILLED;
    }

    /** The nanoseconds that the shares are shares of: the time of a call, or its CPU time where that does not fill it. */
    double billedNanos() {
        return fillsItsTime() ? nanos.value() : cpuNanos;
    }

    /** The largest half width of a share; NaN with one fork. */
    double widest() {
        return lines.stream()
                .mapToDouble(line -> line.share().halfWidth())
                .max()
                .orElse(Double.NaN);
    }

    double nanos(Share share) {
        return share.mean() * billedNanos();
    }

    /** The bills of forks, whose scores are times or throughputs: one per row, in the order of the rows' first forks. */
    static List<Bill> of(List<Fork> forks, Rules rules) {
        return SampledRow.of(forks).stream().map(row -> of(row, rules)).toList();
    }

    /** Whether a fork has enough iterations with samples of CPU time, and enough without. */
    static boolean isEnough(Fork fork) {
        return Stream.of(Sampler.Event.NONE, Sampler.Event.CPU)
                .allMatch(event -> Samples.of(fork, event).size() >= Contention.FEWEST_ITERATIONS);
    }

    static Bill of(SampledRow row, Rules rules) {
        List<Fork> forks = row.forks();
        List<Map<Stack, Double>> stacks = row.stacks(Sampler.Event.CPU);
        Map<Stack, Double> pooled = SampledRow.pooled(stacks.stream());
        Function<Stack, Ingredient> ingredients = ingredients(rules, pooled, row);
        List<Counts> time =
                stacks.stream().map(fork -> Counts.of(fork, ingredients)).toList();
        List<Counts> allocation = row.stacks(Sampler.Event.ALLOCATION).stream()
                .map(fork -> Counts.of(fork, ingredients))
                .toList();
        double beside = mean(time, Counts::besideShare);
        double cpu = perOperation(forks, Sampler.Event.NONE, Iteration::cpuNanos);
        OptionalDouble bytes = forks.stream()
                .flatMap(fork -> fork.row().bytesPerOp().stream())
                .flatMapToDouble(metric -> metric.mean().stream())
                .average();
        return new Bill(
                row,
                Estimate.ofLogs(forks.stream()
                        .map(fork -> logNanos(fork, Sampler.Event.NONE))
                        .toList()),
                (1 - beside) * cpu,
                beside * cpu,
                perOperation(forks, Sampler.Event.NONE, Iteration::contextSwitches),
                bytes,
                Estimate.ofLogs(forks.stream()
                        .map(fork -> logNanos(fork, Sampler.Event.CPU) - logNanos(fork, Sampler.Event.NONE))
                        .toList()),
                perOperation(forks, Sampler.Event.CPU, Iteration::contextSwitches),
                Math.round(sum(pooled)),
                lines(time, allocation, bytes),
                unknown(pooled, ingredients, (1 - beside) * sum(pooled)));
    }

    /** The categories of rows that are read together: those of the rules, and parts of these where one of the rows is of other code than the suite's. */
    static Function<Stack, Ingredient> ingredients(Rules rules, Map<Stack, Double> pooled, SampledRow... rows) {
        return Stream.of(rows).allMatch(row -> row.key().benchmark().startsWith(SUITE))
                ? rules::of
                : new SplitRules(rules, pooled)::of;
    }

    private static List<Unknown> unknown(
            Map<Stack, Double> pooled, Function<Stack, Ingredient> ingredients, double all) {
        Map<String, Double> unknown = new HashMap<>();
        pooled.forEach((stack, count) -> {
            if (ingredients.apply(stack).equals(Ingredient.OTHER)) {
                String frames = stack.innermostFirst().stream().limit(FRAMES).collect(Collectors.joining(" < "));
                unknown.merge(frames.isEmpty() ? stack.thread() : frames, count, Double::sum);
            }
        });
        return unknown.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(MOST_UNKNOWN)
                .map(it -> new Unknown(it.getKey(), it.getValue() / all))
                .toList();
    }

    private static List<Line> lines(List<Counts> time, List<Counts> allocation, OptionalDouble bytes) {
        Set<Ingredient> ingredients = new LinkedHashSet<>();
        Stream.concat(time.stream(), allocation.stream()).forEach(fork -> ingredients.addAll(fork.own.keySet()));
        boolean isAllocationSampled = allocation.stream().anyMatch(fork -> sum(fork.own) + fork.beside > 0);
        return ingredients.stream()
                .map(it -> new Line(
                        it,
                        Share.of(time.stream().map(fork -> fork.share(it)).toList()),
                        bytes.isPresent() && isAllocationSampled
                                ? OptionalDouble.of(bytes.getAsDouble() * mean(allocation, fork -> fork.share(it)))
                                : OptionalDouble.empty()))
                .sorted(Comparator.comparingDouble((Line line) -> -line.share().mean())
                        .thenComparing(line -> line.ingredient().name()))
                .toList();
    }

    static double perOperation(List<Fork> forks, Sampler.Event event, ToDoubleFunction<Iteration> counter) {
        return mean(forks, fork -> {
            List<Iteration> iterations = Samples.of(fork, event);
            return Iteration.sum(iterations, counter) / Math.max(1, Iteration.sum(iterations, Iteration::operations));
        });
    }

    static <T> double mean(List<T> forks, ToDoubleFunction<T> number) {
        return forks.stream().mapToDouble(number).average().orElse(0);
    }

    private static double sum(Map<?, Double> counts) {
        return counts.values().stream().mapToDouble(it -> it).sum();
    }

    static double logNanos(Fork fork, Sampler.Event event) {
        return fork.row()
                .logNanos()
                .orElseThrow(() -> new IllegalArgumentException("no time per operation: " + fork.unit()))
                .applyAsDouble(Metric.median(Samples.of(fork, event).stream()
                        .mapToDouble(iteration -> Math.log(iteration.score()))
                        .toArray()));
    }
}
