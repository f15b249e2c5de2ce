package dev.callcost.data;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.TypeAdapter;
import com.google.gson.annotations.JsonAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    /** The iterations of a log's line, a list for each of their parts. */
    @JsonAdapter(Columns.class)
    static final class Columns extends TypeAdapter<Columns> {
        private final Map<String, double[]> numbers = new HashMap<>();
        private int warmUps;
        private String[] sampled;
        private long[][] samples;

        @Override
        public void write(JsonWriter out, Columns columns) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Columns read(JsonReader json) throws IOException {
            Columns columns = new Columns();
            for (json.beginObject(); json.hasNext(); ) {
                String name = json.nextName();
                switch (name) {
                    case WARM_UPS -> columns.warmUps = json.nextInt();
                    case "sampled" -> columns.sampled = GSON.fromJson(json, String[].class);
                    case "samples" -> columns.samples = GSON.fromJson(json, long[][].class);
                    default ->
                        columns.numbers.put(name, JmhReader.numbers(json, () -> Double.parseDouble(json.nextString())));
                }
            }
            json.endObject();
            return columns;
        }

        /** @throws RuntimeException when there is no such column */
        DoubleList measured(String name) {
            double[] column = numbers.get(name);
            return DoubleList.of(Arrays.copyOfRange(column, warmUps, column.length));
        }

        /** @throws RuntimeException when a column is missing or shorter than the scores */
        List<Iteration> iterations() {
            return IntStream.range(0, numbers.get("score").length)
                    .mapToObj(i -> new Iteration(
                            i < warmUps,
                            number("nanos", i),
                            number("score", i),
                            number("operations", i),
                            number("cpuNanos", i),
                            number("systemNanos", i),
                            number("stealNanos", i),
                            number("compilationMillis", i),
                            number("classes", i),
                            number("contextSwitches", i),
                            number("loopbackBytes", i),
                            number("loopbackPackets", i),
                            number("canaryNanos", i),
                            sampled == null ? null : sampled[i],
                            samples == null ? null : samples[i]))
                    .toList();
        }

        private double number(String name, int iteration) {
            double[] column = numbers.get(name);
            return column == null ? 0 : column[iteration];
        }
    }
}
