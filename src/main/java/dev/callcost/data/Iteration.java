package dev.callcost.data;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.callcost.data.Metric.DoubleList;
import dev.callcost.text.JsonDocument;
import java.util.AbstractList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;
import java.util.function.ToDoubleFunction;

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
 * @param runDelayNanos how long the process's threads could run and had no CPU, all threads
 * @param contextSwitches how often the process's threads got a CPU
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
        double runDelayNanos,
        double contextSwitches,
        double loopbackBytes,
        double loopbackPackets,
        double canaryNanos,
        String sampled,
        long[] samples) {
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

    /**
     * The iterations of a log's line, by a list of numbers for each of their parts. A list is read when it is asked
     * for: verdicts need few of them.
     */
    static final class Columns extends AbstractList<Iteration> implements RandomAccess {
        /** How the names begin of lists that are no columns. */
        private static final String CUT = "list ";

        private static final String LIST = '"' + Fork.RAW_DATA + "\":[[";

        private final String text;
        private final int warmUps;
        private final Map<String, DoubleList> lists = new HashMap<>();
        private final Sampled of;

        private record Sampled(String[] sampled, long[][] samples) {}

        /**
         * @param text a member of the line, in JSON without blanks
         * @throws RuntimeException when it lacks the number of warm-ups
         */
        Columns(String text) {
            this.text = text;
            int from = after('"' + WARM_UPS + "\":");
            warmUps = Integer.parseInt(text, from, text.indexOf(',', from), 10);
            of = after("\"samples\":") < 0
                    ? new Sampled(null, null)
                    : JsonDocument.GSON.fromJson(text.substring(text.indexOf('{')), Sampled.class);
        }

        /** The place after some text; negative when it is missing. */
        private int after(String some) {
            int at = text.indexOf(some);
            return at < 0 ? at : at + some.length();
        }

        /** Empty when there is no such column. */
        private double[] numbers(String name) {
            return lists.computeIfAbsent(name, it -> DoubleList.parsed(column(it)))
                    .numbers();
        }

        private String column(String name) {
            int from = after('"' + name + "\":[");
            return from < 0 ? "" : text.substring(from, text.indexOf(']', from));
        }

        /** @throws RuntimeException when there is no such column, or it has no measured number */
        List<Double> measured(String name) {
            if (name.startsWith(CUT)) {
                return lists.get(name);
            }
            String column = column(name);
            int from = 0;
            for (int n = 0; n < warmUps; n++) {
                int comma = column.indexOf(',', from);
                if (comma < 0) {
                    throw new IllegalArgumentException(name + " has no measured number");
                }
                from = comma + 1;
            }
            return DoubleList.of(DoubleList.parsed(column.substring(from)).numbers());
        }

        /** A line with a name in place of each list of numbers. {@link #measured} knows the list by that name. */
        String cut(String line) {
            StringBuilder rest = new StringBuilder();
            int done = 0;
            for (int at = line.indexOf(LIST); at >= 0; at = line.indexOf(LIST, at + 1)) {
                int from = at + LIST.length();
                int to = line.indexOf(']', from);
                if (line.startsWith("]]", to) && line.indexOf('"', from) > to) {
                    String name = CUT + lists.size();
                    lists.put(name, DoubleList.parsed(line.substring(from, to)));
                    rest.append(line, done, from - 2).append('"').append(name).append('"');
                    done = to + 2;
                }
            }
            return rest.append(line, done, line.length()).toString();
        }

        @Override
        public int size() {
            return numbers("score").length;
        }

        @Override
        public Iteration get(int index) {
            return new Iteration(
                    index < warmUps,
                    number("nanos", index),
                    number("score", index),
                    number("operations", index),
                    number("cpuNanos", index),
                    number("systemNanos", index),
                    number("stealNanos", index),
                    number("compilationMillis", index),
                    number("classes", index),
                    number("runDelayNanos", index),
                    number("contextSwitches", index),
                    number("loopbackBytes", index),
                    number("loopbackPackets", index),
                    number("canaryNanos", index),
                    of.sampled == null ? null : of.sampled[index],
                    of.samples == null ? null : of.samples[index]);
        }

        private double number(String name, int index) {
            double[] column = numbers(name);
            return column.length == 0 ? 0 : column[index];
        }
    }
}
