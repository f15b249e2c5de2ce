package dev.callcost.bill;

import dev.callcost.agent.Sampler.Event;
import dev.callcost.bill.CategoryRules.Ingredient;
import dev.callcost.bill.CategoryRules.Stack;
import dev.callcost.data.Estimate;
import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.data.RowKey;
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
 * rest of the time is waiting.
 *
 * @param nanos the time per call in iterations without samples
 * @param cpuNanos CPU time per call, without work in addition to it
 * @param besideNanos CPU time per call of work in addition to it
 * @param bytes allocated per call; empty when unknown
 * @param overhead the time per call in iterations whose CPU time was sampled, as a ratio to the time without samples
 * @param samples of CPU time in all forks
 * @param lines the categories, the largest share first
 * @param unknown the innermost frames of samples that no rule matches, with their share, the most frequent first
 */
record Bill(
        SampledRow source,
        List<ForkBill> forks,
        Estimate nanos,
        double cpuNanos,
        double besideNanos,
        OptionalDouble bytes,
        Estimate overhead,
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
    record Line(Ingredient ingredient, CategoryShare share, OptionalDouble bytes) {}

    /** Frames that no rule matches, and the share of the samples that have them. */
    record Unknown(String frames, double share) {}

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

    double nanos(CategoryShare share) {
        return share.mean() * billedNanos();
    }

    /** The largest half width of a share; NaN with one fork. */
    double widest() {
        return lines.stream()
                .mapToDouble(line -> line.share().halfWidth())
                .max()
                .orElse(Double.NaN);
    }

    /** How often per call a thread got a CPU; 0 where the machine does not count. */
    double switches(Event event) {
        return mean(forks, fork -> fork.perCall(event, Iteration::contextSwitches));
    }

    /** The bills of forks, whose scores are times or throughputs: one per row, in the order of the rows' first forks. */
    static List<Bill> of(List<Fork> forks, CategoryRules rules) {
        return SampledRow.of(forks).stream().map(row -> of(row, rules)).toList();
    }

    static Bill of(SampledRow row, CategoryRules rules) {
        return of(row, categories(rules, row));
    }

    static Bill of(SampledRow row, Function<Stack, Ingredient> categories) {
        Map<Stack, Double> pooled = SampledRow.pooled(row);
        List<ForkBill> forks =
                row.forks().stream().map(fork -> ForkBill.of(fork, categories)).toList();
        double beside = mean(forks, ForkBill::besideShare);
        double cpu = mean(forks, fork -> fork.perCall(Event.NONE, Iteration::cpuNanos));
        OptionalDouble bytes = bytes(row);
        return new Bill(
                row,
                forks,
                estimate(forks, fork -> fork.logNanos(Event.NONE)),
                (1 - beside) * cpu,
                beside * cpu,
                bytes,
                estimate(forks, fork -> fork.logNanos(Event.CPU) - fork.logNanos(Event.NONE)),
                Math.round(ForkBill.sum(pooled)),
                lines(forks, bytes),
                unknown(pooled, categories, (1 - beside) * ForkBill.sum(pooled)));
    }

    /** The bytes per call, the mean over forks; empty without {@code -prof gc}. */
    static OptionalDouble bytes(SampledRow row) {
        return row.forks().stream()
                .flatMap(fork -> fork.row().bytesPerOp().stream())
                .flatMapToDouble(metric -> metric.mean().stream())
                .average();
    }

    /** The categories of rows that are read together: those of the rules, and parts of these where one of the rows is of other code than the suite's. */
    static Function<Stack, Ingredient> categories(CategoryRules rules, SampledRow... rows) {
        return Stream.of(rows).allMatch(row -> row.key().benchmark().startsWith(SUITE))
                ? rules::of
                : new CategorySplit(rules, SampledRow.pooled(rows))::of;
    }

    private static Estimate estimate(List<ForkBill> forks, Function<ForkBill, Double> log) {
        return Estimate.ofLogs(forks.stream().map(log).toList());
    }

    static double mean(List<ForkBill> forks, ToDoubleFunction<ForkBill> number) {
        return forks.stream().mapToDouble(number).average().orElse(0);
    }

    private static List<Unknown> unknown(
            Map<Stack, Double> pooled, Function<Stack, Ingredient> categories, double all) {
        Map<String, Double> unknown = new HashMap<>();
        pooled.forEach((stack, count) -> {
            if (categories.apply(stack).equals(Ingredient.OTHER)) {
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

    private static List<Line> lines(List<ForkBill> forks, OptionalDouble bytes) {
        Set<Ingredient> categories = new LinkedHashSet<>();
        forks.forEach(fork -> categories.addAll(fork.time().own().keySet()));
        forks.forEach(fork -> categories.addAll(fork.allocation().own().keySet()));
        boolean isKnown = bytes.isPresent()
                && forks.stream().anyMatch(fork -> fork.allocation().all() > 0);
        return categories.stream()
                .map(it -> new Line(
                        it,
                        CategoryShare.of(forks.stream()
                                .map(fork -> fork.time().share(it))
                                .toList()),
                        isKnown
                                ? OptionalDouble.of(bytes.getAsDouble()
                                        * mean(forks, fork -> fork.allocation().share(it)))
                                : OptionalDouble.empty()))
                .sorted(Comparator.comparingDouble((Line line) -> -line.share().mean())
                        .thenComparing(line -> line.ingredient().name()))
                .toList();
    }
}
