package dev.callcost.data;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.callcost.text.Decimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * One iteration of a fork. A value that the machine lacks is 0.
 *
 * @param score in the fork's unit; may be NaN
 * @param operations of all threads
 * @param cpuNanos CPU time of the fork's process, all threads
 * @param systemNanos the kernel's part of the CPU time
 * @param stealNanos time in which the hypervisor did not run the machine's CPUs, all CPUs, in steps of 10 ms (proc(5))
 * @param compilationMillis working time of the JIT compiler's threads
 * @param classes the number of classes that were loaded
 * @param contextSwitches how often the process's threads left a CPU
 * @param loopbackBytes what all processes of the machine sent over loopback, with the headers of IP and TCP
 * @param canaryNanos time of the canary, a fixed piece of work
 * @param sampled the event that {@code bill} sampled; null in other logs, like {@code samples}
 * @param samples a stack's number, its samples or sampled bytes, another stack's number, and so on
 */
public record Iteration(
        boolean warmup,
        double nanos,
        double score,
        double operations,
        double cpuNanos,
        double systemNanos,
        double stealNanos,
        double compilationMillis,
        double classes,
        double contextSwitches,
        double loopbackBytes,
        double loopbackPackets,
        double canaryNanos,
        String sampled,
        long[] samples) {
    private static final Gson GSON = new Gson();

    /** How many of the first iterations are the warm-up. */
    static final String WARM_UPS = "warmups";

    private static final String WARM_UP = "warmup";

    public static double sum(List<Iteration> iterations, ToDoubleFunction<Iteration> part) {
        return iterations.stream().mapToDouble(part).sum();
    }

    /** A value that one of the JSON objects lacks is 0. */
    static JsonObject columns(List<String> objects) {
        List<JsonObject> iterations = objects.stream()
                .map(text -> JsonParser.parseString(text).getAsJsonObject())
                .toList();
        Set<String> names = new LinkedHashSet<>();
        iterations.forEach(iteration -> names.addAll(iteration.keySet()));
        names.remove(WARM_UP);
        long warmUps = iterations.stream()
                .filter(iteration -> iteration.get(WARM_UP).getAsBoolean())
                .count();
        JsonObject columns = new JsonObject();
        columns.addProperty(WARM_UPS, warmUps);
        for (String name : names) {
            JsonArray column = new JsonArray();
            iterations.forEach(
                    iteration -> column.add(iteration.has(name) ? iteration.get(name) : new JsonPrimitive(0)));
            columns.add(name, column);
        }
        return columns;
    }

    static JsonArray measured(JsonObject columns, String name) {
        List<JsonElement> all = columns.getAsJsonArray(name).asList();
        JsonArray measured = new JsonArray();
        all.subList(columns.get(WARM_UPS).getAsInt(), all.size()).forEach(measured::add);
        return measured;
    }

    /** @throws RuntimeException when a column is missing or shorter than the scores */
    static List<Iteration> of(JsonObject columns) {
        int warmUps = columns.get(WARM_UPS).getAsInt();
        double[] zeros = new double[columns.getAsJsonArray("score").size()];
        Function<String, double[]> numbers = name -> columns.get(name) instanceof JsonArray column
                ? column.asList().stream()
                        .mapToDouble(value -> Decimal.parse(value.getAsString()))
                        .toArray()
                : zeros;
        double[] nanos = numbers.apply("nanos");
        double[] score = numbers.apply("score");
        double[] operations = numbers.apply("operations");
        double[] cpuNanos = numbers.apply("cpuNanos");
        double[] systemNanos = numbers.apply("systemNanos");
        double[] stealNanos = numbers.apply("stealNanos");
        double[] compilationMillis = numbers.apply("compilationMillis");
        double[] classes = numbers.apply("classes");
        double[] contextSwitches = numbers.apply("contextSwitches");
        double[] loopbackBytes = numbers.apply("loopbackBytes");
        double[] loopbackPackets = numbers.apply("loopbackPackets");
        double[] canaryNanos = numbers.apply("canaryNanos");
        String[] sampled = GSON.fromJson(columns.get("sampled"), String[].class);
        long[][] samples = GSON.fromJson(columns.get("samples"), long[][].class);
        return IntStream.range(0, zeros.length)
                .mapToObj(i -> new Iteration(
                        i < warmUps,
                        nanos[i],
                        score[i],
                        operations[i],
                        cpuNanos[i],
                        systemNanos[i],
                        stealNanos[i],
                        compilationMillis[i],
                        classes[i],
                        contextSwitches[i],
                        loopbackBytes[i],
                        loopbackPackets[i],
                        canaryNanos[i],
                        sampled == null ? null : sampled[i],
                        samples == null ? null : samples[i]))
                .toList();
    }
}
