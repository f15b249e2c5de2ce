package dev.callcost.bill;

import com.google.gson.JsonObject;
import dev.callcost.agent.Sampler;
import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.data.Log;
import dev.callcost.data.LogLines;
import dev.callcost.data.RowKey;
import dev.callcost.launch.ForkOutcome;
import dev.callcost.text.SafeFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;

/** Forks as a profiler could have seen them. */
final class Forks {
    static final RowKey CALL =
            new RowKey("dev.callcost.CallBenchmark.call", "avgt", 1, new TreeMap<>(Map.of("pinning", "ONE_CPU")));

    /** Iterations of each kind that a fork has. */
    static final int ITERATIONS = 10;

    static final BillLog.Header HEADER = new BillLog.Header(
            "2026-11-22T10:00:00Z",
            "a machine",
            "some.jar",
            "a JVM",
            "async-profiler, ctimer",
            List.of("-i", "160"),
            1);

    private static final long CALLS = 1000;

    private Forks() {}

    /** Writes the log of a session. */
    static Path session(Path folder, JsonObject... forks) {
        Path log = HEADER.begin(folder);
        List.of(forks).forEach(fork -> SafeFile.append(log, Log.line(Log.FORK, fork)));
        return folder;
    }

    /**
     * A fork of calls. A thread gets a CPU twice per call, and three times where CPU time is sampled.
     *
     * @param micros of a call that is not sampled
     * @param sampledMicros of one that is
     * @param cpuMicros CPU time of each
     * @param bytes allocated by each
     * @param time samples of an iteration by their stack
     * @param allocation sampled bytes of an iteration by their stack
     */
    static Fork of(
            double micros,
            double sampledMicros,
            double cpuMicros,
            Double bytes,
            Map<String, Integer> time,
            Map<String, Integer> allocation) {
        Samples log = new Samples();
        return log.fork(line(log, CALL, micros, sampledMicros, cpuMicros, bytes, time, allocation));
    }

    /** The same fork of a row as a line of the log. */
    static JsonObject line(
            Samples log,
            RowKey row,
            double micros,
            double sampledMicros,
            double cpuMicros,
            Double bytes,
            Map<String, Integer> time,
            Map<String, Integer> allocation) {
        List<String> iterations = new ArrayList<>();
        List<String> samples = new ArrayList<>();
        for (int i = 0; i < ITERATIONS; i++) {
            iterations.add(iteration(micros, cpuMicros, Sampler.Event.NONE));
            sample(samples, Sampler.Event.NONE, Map.of());
            iterations.add(iteration(sampledMicros, cpuMicros, Sampler.Event.CPU));
            sample(samples, Sampler.Event.CPU, time);
            iterations.add(iteration(sampledMicros, cpuMicros, Sampler.Event.ALLOCATION));
            sample(samples, Sampler.Event.ALLOCATION, allocation);
        }
        JsonObject jmh = LogLines.jmh(row, "us/op", List.of(micros));
        if (bytes != null) {
            jmh.getAsJsonObject("secondaryMetrics").add("gc.alloc.rate.norm", LogLines.metric("B/op", List.of(bytes)));
        }
        JsonObject line = log.line(
                new ForkOutcome.Measured(Fork.line(jmh, Map.of(), OptionalLong.empty(), Optional.empty(), iterations)),
                samples.stream());
        log.logged();
        return line;
    }

    private static String iteration(double micros, double cpuMicros, Sampler.Event event) {
        return "{\"warmup\":false,\"score\":" + micros + ",\"operations\":" + CALLS + ",\"nanos\":"
                + Math.round(1e3 * micros * CALLS) + ",\"cpuNanos\":" + Math.round(1e3 * cpuMicros * CALLS)
                + ",\"contextSwitches\":" + (event == Sampler.Event.CPU ? 3 : 2) * CALLS + "}";
    }

    private static void sample(List<String> lines, Sampler.Event event, Map<String, Integer> samples) {
        lines.add(Sampler.BEGIN + event);
        new TreeMap<>(samples).forEach((stack, count) -> lines.add(stack + " " + count));
    }

    /** The same fork with another time of the canary. */
    static Fork with(Fork fork, long canaryNanos) {
        return fork.with(fork.iterations().stream()
                .map(it -> with(it, it.score(), canaryNanos))
                .toList());
    }

    /** The same iterations in a fork of another row or unit, whose scores are worked out from theirs; nothing is allocated. */
    static Fork with(Fork fork, RowKey row, String unit, DoubleUnaryOperator score) {
        JsonObject line = new JsonObject();
        line.add("jmh", LogLines.jmh(row, unit, List.of(1.0)));
        return Fork.of(line)
                .with(fork.iterations().stream()
                        .map(it -> with(it, score.applyAsDouble(it.score()), 0))
                        .toList())
                .withStacks(fork.stacks());
    }

    private static Iteration with(Iteration it, double score, long canaryNanos) {
        return new Iteration(
                false,
                it.nanos(),
                score,
                it.operations(),
                it.cpuNanos(),
                0,
                0,
                0,
                0,
                it.contextSwitches(),
                0,
                0,
                canaryNanos,
                it.sampled(),
                it.samples());
    }
}
