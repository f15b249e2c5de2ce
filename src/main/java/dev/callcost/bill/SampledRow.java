package dev.callcost.bill;

import dev.callcost.agent.Sampler;
import dev.callcost.bill.Rules.Stack;
import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Contention;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A row's forks that count, with their samples.
 *
 * @param forks without contended iterations, unless too few others are left
 * @param isContended whether contended iterations are included
 */
record SampledRow(RowKey key, List<Fork> forks, boolean isContended) {

    /** The rows of all forks of a session, in the order of their first forks. */
    static List<SampledRow> of(List<Fork> session) {
        Contention contention = Contention.of(session);
        return session.stream()
                .collect(Collectors.groupingBy(Fork::key, LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(row -> of(row.getKey(), row.getValue(), contention))
                .toList();
    }

    private static SampledRow of(RowKey key, List<Fork> all, Contention contention) {
        List<Fork> uncontended = all.stream()
                .map(contention::excludedFrom)
                .filter(Bill::isEnough)
                .toList();
        boolean isContended = !Contention.isEnough(uncontended.size(), all.size());
        return new SampledRow(key, isContended ? all : uncontended, isContended);
    }

    /** The samples of each fork by stack. The stack of a sample of allocation ends in the code that allocates. */
    List<Map<Stack, Double>> stacks(Sampler.Event event) {
        return forks.stream().map(fork -> stacks(fork, event)).toList();
    }

    static Map<Stack, Double> pooled(Stream<Map<Stack, Double>> forks) {
        Map<Stack, Double> pooled = new LinkedHashMap<>();
        forks.forEach(fork -> fork.forEach((stack, count) -> pooled.merge(stack, count, Double::sum)));
        return pooled;
    }

    private static Map<Stack, Double> stacks(Fork fork, Sampler.Event event) {
        Map<Integer, Stack> stacks = new HashMap<>();
        fork.stacks().forEach((number, text) -> {
            Stack stack = Stack.of(text);
            stacks.put(number, event == Sampler.Event.ALLOCATION ? stack.ofAllocator() : stack);
        });
        Map<Stack, Double> counts = new LinkedHashMap<>();
        for (Iteration iteration : Samples.of(fork, event)) {
            long[] samples = iteration.samples();
            for (int i = 0; i < samples.length; i += 2) {
                counts.merge(stacks.get((int) samples[i]), (double) samples[i + 1], Double::sum);
            }
        }
        return counts;
    }
}
