package dev.callcost.bill;

import dev.callcost.agent.Sampler.Event;
import dev.callcost.bill.CategoryRules.Ingredient;
import dev.callcost.bill.CategoryRules.Stack;
import dev.callcost.data.Fork;
import dev.callcost.data.Fork.Iteration;
import dev.callcost.data.QuietForks;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Robust;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A row's forks that count, with their samples.
 *
 * @param forks see {@link QuietForks}
 */
record SampledRow(RowKey key, List<Fork> forks) {
    private static final int FEWEST_ITERATIONS = 5;

    /** A thread that wakes up has an idle CPU in less time; another program's turn on the CPU is longer. */
    private static final double CONTENDED_NANOS = 1e6;

    /** The rows of all forks of a session, in the order of their first forks. */
    static List<SampledRow> of(List<Fork> session) {
        return QuietForks.among(session).stream()
                .collect(Collectors.groupingBy(Fork::key, LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(row -> new SampledRow(row.getKey(), row.getValue()))
                .toList();
    }

    /** Whether a fork has enough iterations with samples of CPU time, and enough without. */
    static boolean isEnough(Fork fork) {
        return Stream.of(Event.NONE, Event.CPU)
                .allMatch(event -> iterations(fork, event).size() >= FEWEST_ITERATIONS);
    }

    static List<Iteration> iterations(Fork fork, Event event) {
        return fork.measured().stream()
                .filter(iteration -> event.name().equals(iteration.sampled()))
                .toList();
    }

    /** The nanoseconds when threads could run and other programs had the CPUs; 0 where the kernel counts none. */
    static double contended(Iteration iteration) {
        double delay = iteration.runDelayNanos();
        return delay >= CONTENDED_NANOS * iteration.contextSwitches() ? delay : 0;
    }

    /** The mean over forks of a counter per call, in iterations without samples. */
    double perCall(ToDoubleFunction<Iteration> counter) {
        return forks.stream()
                .map(fork -> iterations(fork, Event.NONE))
                .mapToDouble(
                        some -> Iteration.sum(some, counter) / Math.max(1, Iteration.sum(some, Iteration::operations)))
                .average()
                .orElse(0);
    }

    /** The samples of CPU time of all forks, by stack. */
    Map<Stack, Double> pooled() {
        Map<Stack, Double> pooled = new LinkedHashMap<>();
        forks.forEach(
                fork -> samples(fork, Event.CPU).forEach((stack, count) -> pooled.merge(stack, count, Double::sum)));
        return pooled;
    }

    /** The samples of a fork by stack. The stack of a sample of allocation ends in the code that allocates. */
    static Map<Stack, Double> samples(Fork fork, Event event) {
        Map<Integer, Stack> stacks = new HashMap<>();
        fork.stacks().forEach((number, text) -> {
            Stack stack = Stack.of(text);
            stacks.put(number, event == Event.ALLOCATION ? stack.ofAllocator() : stack);
        });
        Map<Stack, Double> counts = new LinkedHashMap<>();
        for (Iteration iteration : iterations(fork, event)) {
            long[] samples = iteration.samples();
            for (int i = 0; i < samples.length; i += 2) {
                counts.merge(stacks.get((int) samples[i]), (double) samples[i + 1], Double::sum);
            }
        }
        return counts;
    }

    /** The times and the samples by category of one fork. */
    record ForkBill(Fork fork, Counts time, Counts allocation) {
        /** The samples by category, and the number of samples of work in addition to the call. */
        record Counts(Map<Ingredient, Double> own, double beside) {
            static Counts of(Map<Stack, Double> stacks, Function<Stack, Ingredient> categories) {
                Map<Ingredient, Double> own = new HashMap<>();
                stacks.forEach((stack, count) -> own.merge(categories.apply(stack), count, Double::sum));
                double all = CategoryRules.sum(own);
                own.keySet().removeIf(Ingredient::isBeside);
                return new Counts(own, all - CategoryRules.sum(own));
            }

            double all() {
                return beside + CategoryRules.sum(own);
            }

            double share(Ingredient category) {
                return own.getOrDefault(category, 0.0) / Math.max(1, CategoryRules.sum(own));
            }
        }

        static ForkBill of(Fork fork, Function<Stack, Ingredient> categories) {
            return new ForkBill(
                    fork,
                    Counts.of(SampledRow.samples(fork, Event.CPU), categories),
                    Counts.of(SampledRow.samples(fork, Event.ALLOCATION), categories));
        }

        /** The logarithm of the nanoseconds per call in iterations with or without samples. */
        double logNanos(Event event) {
            double[] logs = SampledRow.iterations(fork, event).stream()
                    .mapToDouble(iteration -> Math.log(iteration.score()))
                    .toArray();
            return fork.row()
                    .logNanos()
                    .orElseThrow(() -> new IllegalArgumentException("no time per operation: " + fork.unit()))
                    .applyAsDouble(Robust.median(logs));
        }

        double besideShare() {
            return time.beside / Math.max(1, time.all());
        }
    }
}
