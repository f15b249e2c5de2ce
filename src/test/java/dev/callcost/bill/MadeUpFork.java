package dev.callcost.bill;

import com.google.gson.JsonObject;
import dev.callcost.agent.Sampler;
import dev.callcost.agent.Sampler.Event;
import dev.callcost.data.Fork;
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

/** A fork as a profiler could have seen it. A thread gets a CPU twice per call, and three times where CPU time is sampled. */
final class MadeUpFork {
    static final String PARK = "[main];java.util.concurrent.locks.LockSupport.park";
    static final String JIT = "[C2 CompilerThread0];Compile::Compile";

    static final RowKey CALL = call("pinning", "ONE_CPU");

    /** Iterations of each kind. */
    static final int ITERATIONS = 10;

    private static final long CALLS = 1000;

    private final double micros;
    private RowKey row = CALL;
    private String unit = "us/op";
    private double sampledMicros;
    private double cpuMicros;
    private long canaryNanos;
    private Optional<Double> bytes = Optional.empty();
    private Map<String, Integer> time = Map.of();
    private Map<String, Integer> allocation = Map.of();

    /** @param micros of a call, whose CPU time is as long, and which samples do not make longer */
    MadeUpFork(double micros) {
        this.micros = micros;
        sampledMicros = micros;
        cpuMicros = micros;
    }

    static RowKey call(String param, String value) {
        return new RowKey("dev.callcost.CallBenchmark.call", "avgt", 1, new TreeMap<>(Map.of(param, value)));
    }

    MadeUpFork row(RowKey other) {
        row = other;
        return this;
    }

    /** The scores are calls a microsecond. */
    MadeUpFork throughput() {
        unit = "ops/us";
        return this;
    }

    /** The time of a call in iterations with samples. */
    MadeUpFork sampled(double other) {
        sampledMicros = other;
        return this;
    }

    MadeUpFork cpu(double other) {
        cpuMicros = other;
        return this;
    }

    MadeUpFork canary(long nanos) {
        canaryNanos = nanos;
        return this;
    }

    /** What a call allocates. */
    MadeUpFork bytes(double perCall) {
        bytes = Optional.of(perCall);
        return this;
    }

    /** The samples of CPU time of an iteration, by their stack. */
    MadeUpFork time(Map<String, Integer> samples) {
        time = samples;
        return this;
    }

    /** The sampled bytes of an iteration, by their stack. */
    MadeUpFork allocation(Map<String, Integer> samples) {
        allocation = samples;
        return this;
    }

    Fork fork() {
        Samples log = new Samples();
        return log.fork(line(log));
    }

    /** The next line of a log. */
    JsonObject line(Samples log) {
        List<String> iterations = new ArrayList<>();
        List<String> samples = new ArrayList<>();
        for (int i = 0; i < ITERATIONS; i++) {
            add(iterations, samples, Event.NONE, micros, Map.of());
            add(iterations, samples, Event.CPU, sampledMicros, time);
            add(iterations, samples, Event.ALLOCATION, sampledMicros, allocation);
        }
        JsonObject jmh = LogLines.jmh(row, unit, List.of(micros));
        bytes.ifPresent(it -> jmh.getAsJsonObject("secondaryMetrics")
                .add("gc.alloc.rate.norm", LogLines.metric("B/op", List.of(it))));
        JsonObject line = log.line(
                new ForkOutcome.Measured(Fork.line(jmh, Map.of(), OptionalLong.empty(), Optional.empty(), iterations)),
                samples.stream());
        log.logged();
        return line;
    }

    private void add(
            List<String> iterations, List<String> lines, Event event, double length, Map<String, Integer> samples) {
        iterations.add("{\"warmup\":false,\"score\":" + (unit.equals("us/op") ? length : 1 / length)
                + ",\"operations\":" + CALLS + ",\"nanos\":" + Math.round(1e3 * length * CALLS) + ",\"cpuNanos\":"
                + Math.round(1e3 * cpuMicros * CALLS) + ",\"canaryNanos\":" + canaryNanos + ",\"contextSwitches\":"
                + (event == Event.CPU ? 3 : 2) * CALLS + "}");
        lines.add(Sampler.BEGIN + event);
        new TreeMap<>(samples).forEach((stack, count) -> lines.add(stack + " " + count));
    }

    /** Writes the log of a session, whose seed is its own. */
    static Path session(Path folder, MadeUpFork... forks) {
        BillLog.Header header = new BillLog.Header(
                "2026-11-22T10:00:00Z",
                "a machine",
                "some.jar",
                "a JVM",
                "async-profiler, ctimer",
                List.of("-i", "160"),
                folder.hashCode());
        Path log = header.begin(folder);
        Samples samples = new Samples();
        List.of(forks).forEach(fork -> SafeFile.append(log, Log.line(Log.FORK, fork.line(samples))));
        return folder;
    }
}
