package dev.callcost.bill;

import dev.callcost.agent.Sampler;
import dev.callcost.bill.SampledFork.Iteration;
import dev.callcost.data.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Forks as a profiler could have seen them. */
final class Forks {
    static final RowKey CALL =
            new RowKey("dev.callcost.CallBenchmark.call", "avgt", 1, new TreeMap<>(Map.of("pinning", "ONE_CPU")));

    /** Iterations of each kind that a fork has. */
    static final int ITERATIONS = 10;

    private static final long CALLS = 1000;

    private Forks() {}

    /**
     * A fork of calls, in each of which a thread is given a CPU twice, and three times where CPU time is sampled.
     *
     * @param micros of a call that is not sampled
     * @param sampledMicros of one that is
     * @param cpuMicros CPU time of each
     * @param bytes allocated by each
     * @param time samples of an iteration by their stack
     * @param allocation sampled bytes of an iteration by their stack
     */
    static SampledFork of(
            double micros,
            double sampledMicros,
            double cpuMicros,
            Double bytes,
            SortedMap<String, Integer> time,
            SortedMap<String, Integer> allocation) {
        List<String> stacks = new ArrayList<>(time.keySet());
        stacks.addAll(allocation.keySet());
        List<Iteration> iterations = new ArrayList<>();
        for (int i = 0; i < ITERATIONS; i++) {
            iterations.add(iteration(micros, cpuMicros, Sampler.Event.NONE, stacks, new TreeMap<>()));
            iterations.add(iteration(sampledMicros, cpuMicros, Sampler.Event.CPU, stacks, time));
            iterations.add(iteration(sampledMicros, cpuMicros, Sampler.Event.ALLOCATION, stacks, allocation));
        }
        return new SampledFork(CALL, "us/op", bytes, stacks, iterations);
    }

    private static Iteration iteration(
            double micros,
            double cpuMicros,
            Sampler.Event event,
            List<String> stacks,
            SortedMap<String, Integer> samples) {
        return new Iteration(
                micros,
                CALLS,
                Math.round(1e3 * micros * CALLS),
                Math.round(1e3 * cpuMicros * CALLS),
                (event == Sampler.Event.CPU ? 3 : 2) * CALLS,
                0,
                event,
                samples.entrySet().stream()
                        .map(sample -> new long[] {stacks.indexOf(sample.getKey()), sample.getValue()})
                        .toList());
    }

    /** The same fork beside whose iterations the canary took so long. */
    static SampledFork with(SampledFork fork, long canaryNanos) {
        return fork.with(fork.iterations().stream()
                .map(it -> new Iteration(
                        it.score(),
                        it.operations(),
                        it.nanos(),
                        it.cpuNanos(),
                        it.contextSwitches(),
                        canaryNanos,
                        it.sampled(),
                        it.samples()))
                .toList());
    }
}
