package dev.callcost.bill;

import dev.callcost.agent.Sampler;
import dev.callcost.data.Estimate;
import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.data.Metric;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Undisturbed;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The bill of one row.
 *
 * <p>A fork's share of an ingredient is its part of the fork's samples of CPU time, without samples of work in addition to the call. Where CPU time fills the
 * time of a call - client and server take turns on one CPU - shares are shares of time. Elsewhere they are shares of the CPU time of a call, and the rest
 * of the time is waiting. Contended iterations are excluded ({@link Undisturbed}) where enough others are left.
 *
 * @param row the row
 * @param nanos the time per call in iterations without samples
 * @param cpuNanos CPU time per call, without work in addition to it, in nanoseconds
 * @param besideNanos CPU time in addition to each call
 * @param switches how often per call a thread got a CPU; 0 where the machine does not count
 * @param bytes allocated per call; empty when unknown
 * @param overhead the time per call in iterations whose CPU time was sampled, as a ratio to the time without samples
 * @param sampledSwitches how often per call a thread got a CPU in such iterations
 * @param samples of CPU time, in all forks
 * @param lines the ingredients, the largest share first
 * @param unknown the innermost frames of samples that no rule matches, with their share, the most frequent first
 * @param isContended whether contended iterations are included, because too few others are left
 */
record Bill(
        RowKey row,
        Estimate nanos,
        double cpuNanos,
        double besideNanos,
        double switches,
        OptionalDouble bytes,
        Estimate overhead,
        double sampledSwitches,
        long samples,
        List<Line> lines,
        List<Unknown> unknown,
        boolean isContended) {

    /** The relative difference up to which CPU time fills the time of a call: CPU time has coarse steps, and JMH ends iterations late. */
    private static final double FILLED = 0.06;

    private static final int MOST_UNKNOWN = 5;

    /** The package of the suite's benchmarks, whose code the rules know. */
    private static final String SUITE = "dev.callcost.";

    /** Frames in the name of an unknown stack. */
    private static final int FRAMES = 2;

    /**
     * An ingredient of a call.
     *
     * @param share of the time of a call, or of its CPU time where that does not fill it
     * @param bytes that its code allocates per call; empty when unknown
     */
    record Line(Ingredient ingredient, Share share, OptionalDouble bytes) {}

    /** Frames that no rule matches, and the share of the samples that have them. */
    record Unknown(String frames, double share) {}

    /** Whether a call keeps one CPU busy, so that shares of samples are shares of time. */
    boolean fillsItsTime() {
        return Math.abs(cpuNanos / nanos.value() - 1) <= FILLED;
    }

    /** The whole of the shares in nanoseconds: the time of a call, or its CPU time where that does not fill it. */
    double billedNanos() {
        return fillsItsTime() ? nanos.value() : cpuNanos;
    }

    /** The nanoseconds of a share. */
    double nanos(Share share) {
        return share.mean() * billedNanos();
    }

    /** The widest half width of the ingredients' shares; NaN with one fork. */
    double widest() {
        return lines.stream()
                .mapToDouble(line -> line.share().halfWidth())
                .max()
                .orElse(Double.NaN);
    }

    /** About how many forks give each share a half width. */
    int forksFor(double halfWidth) {
        return lines.stream()
                .mapToInt(line -> line.share().forksFor(halfWidth))
                .max()
                .orElse(2);
    }

    /**
     * The bills of a session's forks, one per row, in the order of the rows' first forks.
     *
     * @param forks whose scores are times or throughputs
     */
    static List<Bill> of(List<Fork> forks, Rules rules) {
        OptionalDouble limit = Undisturbed.limit(forks.stream()
                .flatMap(fork -> fork.measured().stream())
                .mapToDouble(Iteration::canaryNanos)
                .filter(nanos -> nanos > 0)
                .toArray());
        Set<RowKey> rows = forks.stream().map(Fork::key).collect(Collectors.toCollection(LinkedHashSet::new));
        return rows.stream()
                .map(row -> ofRow(
                        forks.stream().filter(fork -> fork.key().equals(row)).toList(),
                        limit.orElse(Double.MAX_VALUE),
                        rules))
                .toList();
    }

    private static Bill ofRow(List<Fork> all, double limit, Rules rules) {
        List<Fork> undisturbed = all.stream()
                .map(fork -> fork.with(fork.measured().stream()
                        .filter(it -> it.canaryNanos() <= limit)
                        .toList()))
                .filter(Bill::isEnough)
                .toList();
        boolean isContended = undisturbed.size() < Math.min(2, all.size());
        return of(isContended ? all : undisturbed, rules, isContended);
    }

    /** Whether a fork has enough iterations with samples of CPU time, and enough without samples. */
    static boolean isEnough(Fork fork) {
        return List.of(Sampler.Event.NONE, Sampler.Event.CPU).stream()
                .allMatch(event -> Samples.of(fork, event).size() >= Undisturbed.FEWEST_ITERATIONS);
    }

    private static Bill of(List<Fork> forks, Rules rules, boolean isContended) {
        List<Map<Stack, Double>> stacks = stacks(forks, Sampler.Event.CPU);
        Map<Stack, Double> pooled = new LinkedHashMap<>();
        stacks.forEach(fork -> fork.forEach((stack, count) -> pooled.merge(stack, count, Double::sum)));
        Function<Stack, Ingredient> ingredients =
                forks.get(0).row().benchmark().startsWith(SUITE) ? rules::of : new SplitRules(rules, pooled)::of;
        List<Map<Ingredient, Double>> time =
                stacks.stream().map(fork -> by(ingredients, fork)).toList();
        List<Map<Ingredient, Double>> allocation = stacks(forks, Sampler.Event.ALLOCATION).stream()
                .map(fork -> by(ingredients, fork))
                .toList();
        Map<String, Double> unknown = new HashMap<>();
        pooled.forEach((stack, count) -> {
            if (ingredients.apply(stack).equals(Ingredient.OTHER)) {
                unknown.merge(named(stack), count, Double::sum);
            }
        });
        double samples = sum(pooled);
        double beside = time.stream()
                .mapToDouble(counts -> besides(counts) / Math.max(1, sum(counts)))
                .average()
                .orElse(0);
        double cpu = perOperation(forks, Sampler.Event.NONE, Iteration::cpuNanos);
        OptionalDouble bytes = forks.stream()
                .flatMap(fork -> fork.row().bytesPerOp().stream())
                .flatMapToDouble(metric -> metric.mean().stream())
                .average();
        double all = (1 - beside) * samples;
        return new Bill(
                forks.get(0).key(),
                Estimate.ofLogs(forks.stream()
                        .map(fork -> logNanos(fork, Sampler.Event.NONE))
                        .toList()),
                (1 - beside) * cpu,
                beside * cpu,
                perOperation(forks, Sampler.Event.NONE, Iteration::contextSwitches),
                bytes,
                overhead(forks),
                perOperation(forks, Sampler.Event.CPU, Iteration::contextSwitches),
                Math.round(samples),
                lines(time, allocation, bytes),
                unknown.entrySet().stream()
                        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                        .limit(MOST_UNKNOWN)
                        .map(it -> new Unknown(it.getKey(), it.getValue() / all))
                        .toList(),
                isContended);
    }

    /** Each fork's samples by their stacks. */
    private static List<Map<Stack, Double>> stacks(List<Fork> forks, Sampler.Event event) {
        UnaryOperator<Stack> sampled =
                event == Sampler.Event.ALLOCATION ? Stack::ofAllocator : UnaryOperator.identity();
        return forks.stream()
                .map(fork -> {
                    Map<Integer, Stack> stacks = new HashMap<>();
                    fork.stacks().forEach((number, text) -> stacks.put(number, sampled.apply(Stack.of(text))));
                    Map<Stack, Double> counts = new LinkedHashMap<>();
                    for (Iteration iteration : Samples.of(fork, event)) {
                        for (int i = 0; i < iteration.samples().length; i += 2) {
                            counts.merge(
                                    stacks.get((int) iteration.samples()[i]),
                                    (double) iteration.samples()[i + 1],
                                    Double::sum);
                        }
                    }
                    return counts;
                })
                .toList();
    }

    private static Map<Ingredient, Double> by(Function<Stack, Ingredient> ingredients, Map<Stack, Double> fork) {
        Map<Ingredient, Double> counts = new HashMap<>();
        fork.forEach((stack, count) -> counts.merge(ingredients.apply(stack), count, Double::sum));
        return counts;
    }

    private static String named(Stack stack) {
        String frames = stack.innermostFirst().stream().limit(FRAMES).collect(Collectors.joining(" < "));
        return frames.isEmpty() ? stack.thread() : frames;
    }

    private static double sum(Map<?, Double> counts) {
        return counts.values().stream().mapToDouble(it -> it).sum();
    }

    private static double besides(Map<Ingredient, Double> counts) {
        return counts.entrySet().stream()
                .filter(it -> it.getKey().isBeside())
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    private static List<Line> lines(
            List<Map<Ingredient, Double>> time, List<Map<Ingredient, Double>> allocation, OptionalDouble bytes) {
        Set<Ingredient> ingredients = new LinkedHashSet<>();
        time.forEach(fork -> ingredients.addAll(fork.keySet()));
        allocation.forEach(fork -> ingredients.addAll(fork.keySet()));
        boolean toldBytes = bytes.isPresent() && allocation.stream().anyMatch(fork -> !fork.isEmpty());
        return ingredients.stream()
                .filter(ingredient -> !ingredient.isBeside())
                .map(ingredient -> new Line(
                        ingredient,
                        Share.of(shares(time, ingredient)),
                        toldBytes
                                ? OptionalDouble.of(bytes.getAsDouble()
                                        * Share.of(shares(allocation, ingredient))
                                                .mean())
                                : OptionalDouble.empty()))
                .sorted(Comparator.comparingDouble((Line line) -> -line.share().mean())
                        .thenComparing(line -> line.ingredient().name()))
                .toList();
    }

    private static List<Double> shares(List<Map<Ingredient, Double>> forks, Ingredient ingredient) {
        return forks.stream()
                .map(counts -> counts.getOrDefault(ingredient, 0.0) / Math.max(1, sum(counts) - besides(counts)))
                .toList();
    }

    private static double perOperation(List<Fork> forks, Sampler.Event event, ToDoubleFunction<Iteration> counter) {
        return forks.stream()
                .map(fork -> Samples.of(fork, event))
                .mapToDouble(
                        iterations -> sum(iterations, counter) / Math.max(1, sum(iterations, Iteration::operations)))
                .average()
                .orElse(0);
    }

    private static double sum(List<Iteration> iterations, ToDoubleFunction<Iteration> counter) {
        return iterations.stream().mapToDouble(counter).sum();
    }

    private static double logNanos(Fork fork, Sampler.Event event) {
        return fork.row()
                .logNanos()
                .orElseThrow(() -> new IllegalArgumentException("no time per operation: " + fork.unit()))
                .applyAsDouble(Metric.median(Samples.of(fork, event).stream()
                        .mapToDouble(iteration -> Math.log(iteration.score()))
                        .toArray()));
    }

    private static Estimate overhead(List<Fork> forks) {
        List<Double> logs = forks.stream()
                .map(fork -> logNanos(fork, Sampler.Event.CPU) - logNanos(fork, Sampler.Event.NONE))
                .toList();
        return Estimate.ofLogs(logs);
    }
}
