package dev.callcost.bill;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.callcost.agent.Sampler;
import dev.callcost.agent.Sampler.Event;
import dev.callcost.data.Fork;
import dev.callcost.data.ForkLine;
import dev.callcost.data.Log;
import dev.callcost.data.LogLines;
import dev.callcost.data.RowKey;
import dev.callcost.file.SafeFile;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A fork as a profiler could have seen it. A thread gets a CPU twice per call, and three times where CPU time is
 * sampled.
 *
 * @param numbers microseconds of a call, then those in iterations with {@code samples}, and of {@code cpu} time, which
 *     are as long if missing; those without a CPU ({@code delay=}), by {@code switches=} in an iteration; {@code bytes}
 *     a call; {@code unit=ops/us} for scores that are throughputs
 * @param time the samples of CPU time of an iteration, by their stack
 * @param allocation the sampled bytes of an iteration, by their stack
 */
record MadeUpFork(RowKey row, String numbers, Map<String, Integer> time, Map<String, Integer> allocation) {
    static final String PARK = "[main];java.util.concurrent.locks.LockSupport.park";
    static final String JIT = "[C2 CompilerThread0];Compile::Compile";
    static final RowKey CALL = call("pinning=ONE_CPU");

    /** Iterations of each kind. */
    static final int ITERATIONS = 10;

    private static final long CALLS = 1000;

    MadeUpFork(RowKey row, String numbers, Map<String, Integer> time) {
        this(row, numbers, time, Map.of());
    }

    MadeUpFork(String numbers, Map<String, Integer> time) {
        this(CALL, numbers, time);
    }

    static RowKey call(String param) {
        return row("dev.callcost.CallBenchmark.call", param);
    }

    static RowKey row(String benchmark, String param) {
        String[] pair = param.split("=", 2);
        return new RowKey(benchmark, "avgt", 1, new TreeMap<>(Map.of(pair[0], pair[1])));
    }

    private String value(String name, String other) {
        return Stream.of(numbers.split(" "))
                .filter(word -> word.startsWith(name + "="))
                .map(word -> word.substring(name.length() + 1))
                .findFirst()
                .orElse(other);
    }

    private double number(String name) {
        return Double.parseDouble(value(name, numbers.split(" ")[0]));
    }

    Fork fork() {
        SampleLog log = new SampleLog();
        JsonObject line = line(log);
        return log.fork(Fork.of(line).row(), line);
    }

    /** The bill of a row's forks. */
    static Bill bill(MadeUpFork... forks) {
        List<SampledRow> rows =
                SampledRow.of(Stream.of(forks).map(MadeUpFork::fork).toList());
        assertThat(rows).hasSize(1);
        return Bill.of(rows.get(0), CategoryRules.ofSuite());
    }

    /** The next line of a log. */
    JsonObject line(SampleLog log) {
        double micros = number("");
        List<String> iterations = new ArrayList<>();
        List<String> samples = new ArrayList<>();
        for (int i = 0; i < ITERATIONS; i++) {
            add(iterations, samples, Event.NONE, micros, Map.of());
            add(iterations, samples, Event.CPU, number("samples"), time);
            add(iterations, samples, Event.ALLOCATION, number("samples"), allocation);
        }
        JsonObject jmh = LogLines.jmh(row, value("unit", "us/op"), List.of(micros));
        if (numbers.contains("bytes=")) {
            JsonObject bytes = LogLines.metric("B/op", List.of(number("bytes")));
            jmh.getAsJsonObject("secondaryMetrics").add("gc.alloc.rate.norm", bytes);
        }
        JsonObject fork = ForkLine.of(jmh, Map.of(), OptionalLong.empty(), Optional.empty(), iterations);
        JsonObject line = log.line(new ForkOutcome.Measured(Fork.of(fork), fork), samples.stream());
        log.logged();
        return line;
    }

    private void add(
            List<String> iterations, List<String> lines, Event event, double length, Map<String, Integer> samples) {
        iterations.add("{\"warmup\":false,\"score\":%s,\"operations\":%s,\"nanos\":%s,\"cpuNanos\":%s,"
                        .formatted(
                                value("unit", "us/op").equals("us/op") ? length : 1 / length,
                                CALLS,
                                Math.round(1e3 * length * CALLS),
                                Math.round(1e3 * number("cpu") * CALLS))
                + "\"runDelayNanos\":" + Math.round(1e3 * Double.parseDouble(value("delay", "0")) * CALLS)
                + ",\"contextSwitches\":" + value("switches", "" + (event == Event.CPU ? 3 : 2) * CALLS) + "}");
        lines.add(Sampler.BEGIN + event);
        new TreeMap<>(samples).forEach((stack, count) -> lines.add(stack + " " + count));
    }

    /** Writes the log of a session, whose seed is its own. */
    static Path session(Path folder, MadeUpFork... forks) {
        List<String> arguments = List.of("-i", "160");
        Path log = new BillRun.BillHeader(
                        "2026-11-22T10:00:00Z",
                        "a machine",
                        "some.jar",
                        "a JVM",
                        "async-profiler, ctimer",
                        arguments,
                        folder.hashCode())
                .begin(folder);
        SampleLog samples = new SampleLog();
        List.of(forks).forEach(fork -> SafeFile.append(log, Log.line(Log.FORK, fork.line(samples))));
        return folder;
    }
}
