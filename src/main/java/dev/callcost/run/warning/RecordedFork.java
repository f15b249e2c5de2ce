package dev.callcost.run.warning;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A fork that was measured, with the names that the record's lines have.
 *
 * @param benchmark the method's full name
 * @param mode JMH's short name of the mode
 * @param params the params by name
 * @param round the round that it ran in, from 1 on
 * @param place its place in the round, from 1 on
 * @param unit the unit of the scores
 * @param operationsPerInvocation operations in a call of the benchmark method
 * @param facts what the cell saw of itself in set-up; null when it told nothing
 * @param iterations its iterations in the order they ran
 */
public record RecordedFork(
        String benchmark,
        String mode,
        Map<String, String> params,
        int round,
        int place,
        String unit,
        int operationsPerInvocation,
        Map<String, String> facts,
        List<Iteration> iterations) {

    /** The iterations of the warm-up. */
    public List<Iteration> warmUp() {
        return iterations.stream().filter(Iteration::warmup).toList();
    }

    /** The iterations that count. */
    public List<Iteration> measured() {
        return iterations.stream().filter(iteration -> !iteration.warmup()).toList();
    }

    /** The scores of the iterations that count, those that are positive numbers. */
    public List<Double> scores() {
        return measured().stream()
                .filter(Iteration::hasScore)
                .map(Iteration::score)
                .toList();
    }

    /** Whether all its threads ran on one CPU. */
    public boolean isPinned() {
        return "ONE_CPU".equals(params.get("pinning")) || fact("cpu").matches("\\d+");
    }

    private String fact(String name) {
        return Optional.ofNullable(facts).map(told -> told.get(name)).orElse("");
    }
}
