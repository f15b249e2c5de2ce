package dev.callcost.bill;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.agent.Sampler;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A fork, as the log keeps it.
 *
 * @param row what it ran
 * @param unit of its scores
 * @param bytesPerOperation allocated, by JMH's gc profiler; null when it did not tell
 * @param stacks each once
 * @param iterations the measured ones
 */
record SampledFork(RowKey row, String unit, Double bytesPerOperation, List<String> stacks, List<Iteration> iterations) {
    private static final Gson GSON = new Gson();
    private static final String WARM_UP = "warmup";

    /** What profilers write behind a thread's name, another in each fork. */
    private static final Pattern THREAD_ID = Pattern.compile(" tid=\\d+]");

    /**
     * An iteration, with what the recorder said of it under its own names.
     *
     * @param score in the row's unit
     * @param operations of all threads
     * @param nanos its length
     * @param cpuNanos CPU time of the process meanwhile
     * @param contextSwitches how often a thread of it was given a CPU
     * @param canaryNanos see {@link dev.callcost.agent.Canary}; 0 without one
     * @param sampled what was sampled in it
     * @param samples pairs of a stack's place and its samples, or its sampled bytes
     */
    record Iteration(
            double score,
            long operations,
            long nanos,
            long cpuNanos,
            long contextSwitches,
            long canaryNanos,
            Sampler.Event sampled,
            List<long[]> samples) {

        Iteration {
            samples = samples == null ? List.of() : List.copyOf(samples);
        }

        private Iteration with(Block block) {
            return new Iteration(
                    score, operations, nanos, cpuNanos, contextSwitches, canaryNanos, block.event, block.samples);
        }

        boolean is(Sampler.Event event) {
            return sampled == event;
        }
    }

    /** The folder of a library whose function has no name: the file's own name is enough, and says nothing of the machine. */
    private static final Pattern FOLDER = Pattern.compile(";/[^;]*/");

    /** What the sampler wrote of an iteration. */
    private record Block(Sampler.Event event, List<long[]> samples) {}

    /**
     * Puts together what a fork's agents told.
     *
     * @param measured what JMH made of it
     * @param iterations the recorder's objects
     * @param samples the sampler's lines
     * @throws IllegalArgumentException when they do not tell of the same iterations
     */
    static SampledFork of(Row measured, List<String> iterations, Stream<String> samples) {
        Map<String, Integer> stacks = new LinkedHashMap<>();
        List<Block> blocks = new ArrayList<>();
        samples.forEach(line -> {
            if (line.startsWith(Sampler.BEGIN)) {
                String event = line.substring(Sampler.BEGIN.length());
                blocks.add(new Block(Sampler.Event.valueOf(event), new ArrayList<>()));
                return;
            }
            int blank = line.lastIndexOf(' ');
            String frames = THREAD_ID.matcher(line.substring(0, blank)).replaceFirst("]");
            frames = FOLDER.matcher(frames).replaceAll(";");
            int stack = stacks.computeIfAbsent(frames, it -> stacks.size());
            blocks.get(blocks.size() - 1).samples.add(new long[] {stack, Long.parseLong(line.substring(blank + 1))});
        });
        List<JsonObject> recorded = iterations.stream()
                .map(json -> JsonParser.parseString(json).getAsJsonObject())
                .filter(json -> !json.get(WARM_UP).getAsBoolean())
                .toList();
        if (recorded.isEmpty() || recorded.size() != blocks.size()) {
            throw new IllegalArgumentException(
                    recorded.size() + " iterations were recorded, and " + blocks.size() + " sampled");
        }
        List<Iteration> joined = new ArrayList<>();
        for (int i = 0; i < blocks.size(); i++) {
            joined.add(GSON.fromJson(recorded.get(i), Iteration.class).with(blocks.get(i)));
        }
        OptionalDouble bytes = measured.bytesPerOp().map(Metric::mean).orElse(OptionalDouble.empty());
        return new SampledFork(
                measured.key(),
                measured.primary().unit(),
                bytes.isPresent() ? bytes.getAsDouble() : null,
                List.copyOf(stacks.keySet()),
                joined);
    }

    /** As a line of the log, see {@link #of(JsonObject)}. */
    JsonObject json() {
        return GSON.toJsonTree(this).getAsJsonObject();
    }

    /**
     * From a line of the log.
     *
     * @throws RuntimeException when it lacks a part
     */
    static SampledFork of(JsonObject json) {
        SampledFork fork = GSON.fromJson(json, SampledFork.class);
        fork.row.label(); // has its parts
        fork.logNanos(); // has a unit
        fork.stacks.size();
        fork.iterations.forEach(iteration -> iteration.samples.forEach(sample -> fork.stacks.get((int) sample[0])));
        return fork;
    }

    /** The same fork with some of its iterations. */
    SampledFork with(List<Iteration> some) {
        return new SampledFork(row, unit, bytesPerOperation, stacks, some);
    }

    /** How the logarithm of a score becomes that of nanoseconds an operation; empty when the unit is none of JMH's. */
    Optional<DoubleUnaryOperator> logNanos() {
        return new Metric(unit, List.of()).logNanos();
    }

    /** The iterations in which something was sampled. */
    List<Iteration> sampling(Sampler.Event event) {
        return iterations.stream().filter(iteration -> iteration.is(event)).toList();
    }
}
