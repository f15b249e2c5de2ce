package dev.callcost.bill;

import dev.callcost.agent.Sampler.Event;
import dev.callcost.bill.CategoryRules.Ingredient;
import dev.callcost.bill.CategoryRules.Stack;
import dev.callcost.data.Fork;
import dev.callcost.stats.Robust;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** The times and the samples by category of one fork. */
record ForkBill(Fork fork, Counts time, Counts allocation) {
    /** The samples by category, and the number of samples of work in addition to the call. */
    record Counts(Map<Ingredient, Double> own, double beside) {
        static Counts of(Map<Stack, Double> stacks, Function<Stack, Ingredient> categories) {
            Map<Ingredient, Double> own = new HashMap<>();
            stacks.forEach((stack, count) -> own.merge(categories.apply(stack), count, Double::sum));
            double all = sum(own);
            own.keySet().removeIf(Ingredient::isBeside);
            return new Counts(own, all - sum(own));
        }

        double all() {
            return beside + sum(own);
        }

        double share(Ingredient category) {
            return own.getOrDefault(category, 0.0) / Math.max(1, sum(own));
        }
    }

    static ForkBill of(Fork fork, Function<Stack, Ingredient> categories) {
        return new ForkBill(
                fork,
                Counts.of(SampledRow.samples(fork, Event.CPU), categories),
                Counts.of(SampledRow.samples(fork, Event.ALLOCATION), categories));
    }

    static double sum(Map<?, Double> counts) {
        return counts.values().stream().mapToDouble(it -> it).sum();
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
