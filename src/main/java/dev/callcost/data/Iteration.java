package dev.callcost.data;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
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
 * @param sampled what {@code bill} sampled in it; null in other logs, as {@code samples}
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
    private static final JsonElement NOTHING = new JsonPrimitive(0);

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
        long warmUps = iterations.stream()
                .filter(iteration -> iteration.get(WARM_UP).getAsBoolean())
                .count();
        JsonObject columns = new JsonObject();
        columns.addProperty(WARM_UPS, warmUps);
        for (String name : names) {
            JsonArray column = new JsonArray();
            iterations.forEach(iteration -> column.add(iteration.has(name) ? iteration.get(name) : NOTHING));
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
                .mapToObj(i -> {
                    JsonObject iteration = new JsonObject();
                    columns.asMap().forEach((name, column) -> {
                        if (column.isJsonArray()) {
                            iteration.add(name, column.getAsJsonArray().get(i));
                        }
                    });
                    iteration.addProperty(WARM_UP, i < warmUps);
                    return GSON.fromJson(iteration, Iteration.class);
                })
                .toList();
    }
}
