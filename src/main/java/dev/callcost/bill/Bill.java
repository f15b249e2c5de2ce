package dev.callcost.bill;

import dev.callcost.agent.Sampler;
import dev.callcost.data.Estimate;
import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.data.Metric;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Undisturbed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The bill of one row.
 *
 * <p>A fork's share of an ingredient is that of its samples of CPU time, without those of what happens beside the call. Where these samples
 * fill the time of a call - client and server take turns on one CPU - the shares are shares of that time. Elsewhere they are shares of the CPU time
 * of a call, and what is left of its time is waiting. Iterations that were disturbed are left out ({@link Undisturbed}) where enough are left.
 *
 * @param row the row
 * @param nanos the time of a call in iterations that were not sampled
 * @param cpuNanos CPU time of a call, without what happens beside it, in nanoseconds
 * @param besideNanos CPU time beside each call
 * @param switches how often in a call a thread was given a CPU; 0 where the machine does not tell
 * @param bytes allocated by a call; empty when nothing told
 * @param distortion the time of a call in iterations whose CPU time was sampled, over that without
 * @param sampledSwitches how often in a call of such iterations a thread was given a CPU
 * @param samples of CPU time, in all
 * @param lines the ingredients, the largest share first
 * @param unknown the innermost frames of samples that no rule knows, with their share, the most frequent first
 * @param isDisturbed whether too few iterations were undisturbed, and all count
 */
record Bill(
        RowKey row,
        Estimate nanos,
        double cpuNanos,
        double besideNanos,
        double switches,
        OptionalDouble bytes,
        Estimate distortion,
        double sampledSwitches,
        long samples,
        List<Line> lines,
        List<Unknown> unknown,
        boolean isDisturbed) {

    /** By how far the CPU time of a call may be off its time, and fill it: CPU time is told in steps, and JMH ends iterations late. */
    private static final double FILLED = 0.06;

    private static final int MOST_UNKNOWN = 5;

    /** Frames by which what is unknown is named. */
    private static final int FRAMES = 2;

    /**
     * An ingredient of a call.
     *
     * @param share of the call's time, or of its CPU time where that does not fill it
     * @param bytes allocated by a call's code of this ingredient; empty when nothing told
     */
    record Line(Ingredient ingredient, Share share, OptionalDouble bytes) {}

    /** Frames that no rule knows, and the share of the samples that have them. */
    record Unknown(String frames, double share) {}

    /** Whether client, server and all else that a call needs keep one CPU busy, so that shares of samples are shares of time. */
    boolean fillsItsTime() {
        return Math.abs(cpuNanos / nanos.value() - 1) <= FILLED;
    }

    /** What the shares are shares of, in nanoseconds: the time of a call, or its CPU time where that does not fill it. */
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

    /** Forks that would know each share to a half width. */
    int forksFor(double halfWidth) {
        return lines.stream()
                .mapToInt(line -> line.share().forksFor(halfWidth))
                .max()
                .orElse(2);
    }

    /**
     * The bills of forks that ran in one session, a row each, in the order of the rows' first forks.
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
        boolean isDisturbed = undisturbed.size() < Math.min(2, all.size());
        return of(isDisturbed ? all : undisturbed, rules, isDisturbed);
    }

    /** Whether a fork has iterations enough of which time was sampled, and of which nothing was. */
    static boolean isEnough(Fork fork) {
        return List.of(Sampler.Event.NONE, Sampler.Event.CPU).stream()
                .allMatch(event -> Samples.of(fork, event).size() >= Undisturbed.FEWEST_ITERATIONS);
    }

    private static Bill of(List<Fork> forks, Rules rules, boolean isDisturbed) {
        List<Map<Ingredient, Double>> time = new ArrayList<>();
        List<Map<Ingredient, Double>> allocation = new ArrayList<>();
        Map<String, Double> unknown = new HashMap<>();
        double samples = 0;
        for (Fork fork : forks) {
            Map<Ingredient, Double> counts = counts(fork, Sampler.Event.CPU, rules, unknown);
            samples += sum(counts);
            time.add(counts);
            allocation.add(counts(fork, Sampler.Event.ALLOCATION, rules, new HashMap<>()));
        }
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
                distortion(forks),
                perOperation(forks, Sampler.Event.CPU, Iteration::contextSwitches),
                Math.round(samples),
                lines(time, allocation, bytes),
                unknown.entrySet().stream()
                        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                        .limit(MOST_UNKNOWN)
                        .map(it -> new Unknown(it.getKey(), it.getValue() / all))
                        .toList(),
                isDisturbed);
    }

    /** Samples by ingredient; frames that no rule knows are added up besides. */
    private static Map<Ingredient, Double> counts(
            Fork fork, Sampler.Event event, Rules rules, Map<String, Double> unknown) {
        UnaryOperator<Stack> seen = event == Sampler.Event.ALLOCATION ? Stack::ofAllocator : UnaryOperator.identity();
        Map<Integer, Stack> stacks = new HashMap<>();
        fork.stacks().forEach((number, text) -> stacks.put(number, seen.apply(Stack.of(text))));
        Map<Integer, Ingredient> ingredients = new HashMap<>();
        stacks.forEach((number, stack) -> ingredients.put(number, rules.of(stack)));
        Map<Ingredient, Double> counts = new HashMap<>();
        for (Iteration iteration : Samples.of(fork, event)) {
            for (int i = 0; i < iteration.samples().length; i += 2) {
                int stack = (int) iteration.samples()[i];
                double samples = iteration.samples()[i + 1];
                counts.merge(ingredients.get(stack), samples, Double::sum);
                if (ingredients.get(stack).equals(Ingredient.OTHER)) {
                    unknown.merge(named(stacks.get(stack)), samples, Double::sum);
                }
            }
        }
        return counts;
    }

    private static String named(Stack stack) {
        String frames = stack.innermostFirst().stream().limit(FRAMES).collect(Collectors.joining(" < "));
        return frames.isEmpty() ? stack.thread() : frames;
    }

    private static double sum(Map<Ingredient, Double> counts) {
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

    private static Estimate distortion(List<Fork> forks) {
        List<Double> logs = forks.stream()
                .map(fork -> logNanos(fork, Sampler.Event.CPU) - logNanos(fork, Sampler.Event.NONE))
                .toList();
        return Estimate.ofLogs(logs);
    }
}
