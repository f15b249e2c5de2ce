package dev.callcost.data;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * One iteration of a fork. What could not be read on the machine is 0.
 *
 * @param warmup whether it belongs to the warm-up
 * @param nanos how long it took
 * @param score in the fork's unit; may be NaN
 * @param operations what the score counts, of all threads together
 * @param cpuNanos CPU time that the fork's process used, all threads
 * @param systemNanos the part of it in the kernel
 * @param stealNanos time that the hypervisor kept the machine's CPUs from running, all CPUs, in steps of 10 ms (proc(5))
 * @param compilationMillis time that the JIT compiler's threads worked
 * @param classes how many classes were loaded
 * @param contextSwitches how often its threads left a CPU
 * @param loopbackBytes what the machine sent over loopback, any process, with the headers of IP and TCP
 * @param loopbackPackets in how many packets
 * @param canaryNanos what the canary took beside it
 * @param sampled what {@code bill} sampled in it; empty in other logs
 * @param samples pairs of a stack's place and its samples, or its sampled bytes
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
        List<long[]> samples) {
    /** The column with what was sampled, a text an iteration. */
    public static final String SAMPLED = "sampled";

    /** The column with the samples: for each iteration a list of a stack's place, its samples, another stack's place, and so on. */
    public static final String SAMPLES = "samples";

    /** The first iterations, as many as this says, belong to the warm-up. */
    static final String WARM_UPS = "warmups";

    private static final String WARM_UP = "warmup";

    /** The columns of iterations, each of which was told as a JSON object; what an object lacks is 0. */
    static JsonObject columns(List<String> told) {
        List<JsonObject> iterations = told.stream()
                .map(text -> JsonParser.parseString(text).getAsJsonObject())
                .toList();
        Set<String> names = new LinkedHashSet<>();
        iterations.forEach(iteration -> names.addAll(iteration.keySet()));
        names.remove(WARM_UP);
        JsonObject columns = new JsonObject();
        columns.addProperty(
                WARM_UPS,
                iterations.stream()
                        .filter(iteration -> iteration.get(WARM_UP).getAsBoolean())
                        .count());
        for (String name : names) {
            JsonArray column = new JsonArray();
            iterations.forEach(iteration -> {
                if (iteration.has(name)) {
                    column.add(iteration.get(name));
                } else {
                    column.add(0);
                }
            });
            columns.add(name, column);
        }
        return columns;
    }

    /** The column of the measured iterations alone. */
    static JsonArray measured(JsonObject columns, String name) {
        List<JsonElement> all = columns.getAsJsonArray(name).asList();
        JsonArray measured = new JsonArray();
        all.subList(columns.get(WARM_UPS).getAsInt(), all.size()).forEach(measured::add);
        return measured;
    }

    /**
     * The iterations of columns.
     *
     * @throws RuntimeException when a column is shorter than the scores, or is none
     */
    static List<Iteration> of(JsonObject columns) {
        int warmUps = columns.get(WARM_UPS).getAsInt();
        return IntStream.range(0, columns.getAsJsonArray("score").size())
                .mapToObj(i -> new Iteration(
                        i < warmUps,
                        number(columns, "nanos", i),
                        number(columns, "score", i),
                        number(columns, "operations", i),
                        number(columns, "cpuNanos", i),
                        number(columns, "systemNanos", i),
                        number(columns, "stealNanos", i),
                        number(columns, "compilationMillis", i),
                        number(columns, "classes", i),
                        number(columns, "contextSwitches", i),
                        number(columns, "loopbackBytes", i),
                        number(columns, "loopbackPackets", i),
                        number(columns, "canaryNanos", i),
                        columns.has(SAMPLED)
                                ? columns.getAsJsonArray(SAMPLED).get(i).getAsString()
                                : "",
                        columns.has(SAMPLES)
                                ? pairs(columns.getAsJsonArray(SAMPLES).get(i).getAsJsonArray())
                                : List.of()))
                .toList();
    }

    private static double number(JsonObject columns, String name, int iteration) {
        return columns.has(name) ? columns.getAsJsonArray(name).get(iteration).getAsDouble() : 0;
    }

    private static List<long[]> pairs(JsonArray flat) {
        List<long[]> pairs = new ArrayList<>();
        for (int i = 0; i < flat.size(); i += 2) {
            pairs.add(new long[] {flat.get(i).getAsLong(), flat.get(i + 1).getAsLong()});
        }
        return pairs;
    }
}
