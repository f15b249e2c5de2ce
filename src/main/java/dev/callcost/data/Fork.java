package dev.callcost.data;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import dev.callcost.data.Metric.DoubleList;
import dev.callcost.text.JsonDocument;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.ToDoubleFunction;

/**
 * The measurements of one fork, read from a line of a {@link Log}.
 *
 * @param row JMH's row with one fork; its scores need not be positive numbers
 * @param round the round or pair, from 1 on; 0 before it is known
 * @param start of the JVM, an instant; null where the log does not tell, like its end
 * @param side {@code base} or {@code head}; null outside of a comparison
 * @param facts what the configuration recorded about itself in set-up, by name
 * @param warmUp null where the warm-up's length was fixed
 * @param stacks the stacks that {@code bill} sampled, by number; empty in other logs
 * @param iterations empty when nothing recorded them
 */
public record Fork(
        Row row,
        int round,
        String start,
        String end,
        String side,
        Map<String, String> facts,
        WarmUp warmUp,
        Map<Integer, String> stacks,
        List<Iteration> iterations) {
    /** The member for the operations in a call of the benchmark method. JMH's own writer leaves it out. */
    public static final String OPERATIONS = "operationsPerInvocation";

    public static final String RAW_DATA = "rawData";
    public static final String RAW_HISTOGRAM = "rawDataHistogram";

    /** The member for the row in JMH's JSON. */
    public static final String JMH = "jmh";

    /** The member of JMH's object for the metrics of profilers. */
    public static final String SECONDARY = "secondaryMetrics";

    static final String ITERATIONS = "iterations";
    private static final String BEGIN_OF_ITERATIONS = ",\"" + ITERATIONS + "\":{";

    /**
     * A warm-up until the fork was warm, or until its cap; {@code unmetUntil} has the seconds after which each
     * condition was last not met.
     */
    public record WarmUp(double seconds, boolean warm, Map<String, Double> unmetUntil) {
        private static WarmUp of(JsonReader json) throws IOException {
            double seconds = 0;
            boolean isWarm = false;
            Map<String, Double> unmetUntil = Map.of();
            for (json.beginObject(); json.hasNext(); ) {
                switch (json.nextName()) {
                    case "seconds" -> seconds = json.nextDouble();
                    case "warm" -> isWarm = json.nextBoolean();
                    case "unmetUntil" -> unmetUntil = map(json, json::nextDouble);
                    default -> json.skipValue();
                }
            }
            json.endObject();
            return new WarmUp(seconds, isWarm, unmetUntil);
        }

        /** The condition that was met last. */
        public String waitedFor() {
            return unmetUntil.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse("nothing known");
        }
    }

    public static Fork of(JsonObject line) {
        return of(line.toString());
    }

    /** @throws RuntimeException when the line lacks a part, or has one of the wrong kind */
    public static Fork of(String line) {
        int from = line.indexOf(BEGIN_OF_ITERATIONS);
        int to = from < 0 ? line.length() : line.indexOf('}', from) + 1;
        Iteration.Columns columns = from < 0 ? null : new Iteration.Columns(line.substring(from, to));
        Row row = null;
        int round = 0;
        String start = null;
        String end = null;
        String side = null;
        Map<String, String> facts = Map.of();
        WarmUp warmUp = null;
        String rest = from < 0 ? line : columns.cut(line.substring(0, from) + line.substring(to));
        try (JsonReader json = new JsonReader(new StringReader(rest))) {
            for (json.beginObject(); json.hasNext(); ) {
                switch (json.nextName()) {
                    case JMH -> row = JmhReader.row(json, columns);
                    case "round" -> round = json.nextInt();
                    case "start" -> start = json.nextString();
                    case "end" -> end = json.nextString();
                    case "side" -> side = json.nextString();
                    case "facts" -> facts = map(json, json::nextString);
                    case "warmUp" -> warmUp = WarmUp.of(json);
                    default -> json.skipValue();
                }
            }
            json.endObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<Iteration> iterations = columns == null ? List.of() : columns;
        return new Fork(Objects.requireNonNull(row), round, start, end, side, facts, warmUp, Map.of(), iterations);
    }

    private static <T> Map<String, T> map(JsonReader json, JmhReader.ValueReader<T> value) throws IOException {
        Map<String, T> map = new LinkedHashMap<>();
        for (json.beginObject(); json.hasNext(); ) {
            map.put(json.nextName(), value.read());
        }
        json.endObject();
        return map;
    }

    /**
     * A fork that has just measured.
     *
     * @param row of the whole JMH object, see {@link ResultsFile#row}
     * @param line of {@link ForkLine#of}
     */
    public static Fork of(Row row, JsonObject line) {
        return new Fork(
                row,
                0,
                null,
                null,
                null,
                JsonDocument.GSON.fromJson(line.get("facts"), new TypeToken<Map<String, String>>() {}),
                JsonDocument.GSON.fromJson(line.get("warmUp"), WarmUp.class),
                Map.of(),
                line.has(ITERATIONS)
                        ? new Iteration.Columns(line.get(ITERATIONS).toString())
                        : List.of());
    }

    /** From the start of the JVM to its end; 0 where the log does not tell. */
    public double seconds() {
        return start == null || end == null
                ? 0
                : Duration.between(Instant.parse(start), Instant.parse(end)).toMillis() / 1e3;
    }

    public RowKey key() {
        return row.key();
    }

    public String unit() {
        return row.primary().unit();
    }

    public List<Iteration> warmUpIterations() {
        return iterations.stream().filter(Iteration::warmup).toList();
    }

    public List<Iteration> measured() {
        return iterations.stream().filter(iteration -> !iteration.warmup()).toList();
    }

    /** The measured iterations without the last of several, which includes the benchmark's tear-down. */
    public List<Iteration> beforeTearDown() {
        List<Iteration> measured = measured();
        return measured.subList(0, Math.max(1, measured.size() - 1));
    }

    /** The scores of the measured iterations that are positive numbers. */
    public List<Double> scores() {
        return measured().stream()
                .map(Iteration::score)
                .filter(score -> score > 0 && score < Double.POSITIVE_INFINITY)
                .toList();
    }

    public Fork withStacks(Map<Integer, String> named) {
        return new Fork(row, round, start, end, side, facts, warmUp, named, iterations);
    }

    public Fork with(Row other) {
        return new Fork(other, round, start, end, side, facts, warmUp, stacks, iterations);
    }

    /** The fork with its place in a run and its time. */
    public Fork at(int inRound, Instant began, Instant ended) {
        return new Fork(row, inRound, began.toString(), ended.toString(), side, facts, warmUp, stacks, iterations);
    }

    /**
     * One iteration of a fork. A value that the machine lacks is 0.
     *
     * @param score in the fork's unit; may be NaN
     * @param operations of all threads
     * @param cpuNanos CPU time of the fork's process, all threads
     * @param systemNanos the kernel's part of the CPU time
     * @param stealNanos time in which the hypervisor did not run the machine's CPUs, all CPUs, in steps of 10 ms
     *     (proc(5))
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

        public static double sum(List<Iteration> iterations, ToDoubleFunction<Iteration> part) {
            return iterations.stream().mapToDouble(part).sum();
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
                        rest.append(line, done, from - 2)
                                .append('"')
                                .append(name)
                                .append('"');
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

    /**
     * A fork of a run that measured nothing.
     *
     * @param round from 1
     * @param message why
     * @param isSkip whether the row cannot run there; else the fork failed
     */
    public record LostFork(RowKey row, int round, String message, boolean isSkip) {
        /** The type of a fork of a row that cannot run on the machine. */
        public static final String SKIPPED = "skipped";

        public static final String FAILED = "failed";

        /** Whether a line of a log has a type of lost forks. */
        static boolean isOne(String type) {
            return type.equals(SKIPPED) || type.equals(FAILED);
        }

        /** Reads such a line. */
        static LostFork of(String type, String text) {
            JsonObject line = JsonParser.parseString(text).getAsJsonObject();
            return new LostFork(
                    RowKey.of(line.getAsJsonObject("row")),
                    line.get("round").getAsInt(),
                    line.get("message").getAsString(),
                    type.equals(SKIPPED));
        }

        /** As the end of a run prints it. */
        public String line() {
            return row.label() + (isSkip ? "" : ", round " + round) + ": " + message;
        }
    }
}
