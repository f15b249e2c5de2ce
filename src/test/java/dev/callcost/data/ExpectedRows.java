package dev.callcost.data;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rows that a text of JSON holds by the layout of JMH's writer, made without the suite's reader. Members that the
 * suite does not use may hold anything.
 */
final class ExpectedRows {
    private static final Map<String, Double> WORDS =
            Map.of("NaN", Double.NaN, "+INF", Double.POSITIVE_INFINITY, "-INF", Double.NEGATIVE_INFINITY);
    private static final List<String> SETTINGS =
            """
            jmhVersion jdkVersion vmName vmVersion goVersion grpcGoVersion goMaxProcs requests pause
            warmupIterations warmupTime warmupBatchSize measurementIterations measurementTime measurementBatchSize
            """.lines().flatMap(line -> Stream.of(line.split(" "))).toList();

    private static final TypeAdapter<JsonElement> SCALAR = new Gson().getAdapter(JsonElement.class);
    private static final double LARGEST = 1e100;

    private ExpectedRows() {}

    /** Why a text is refused. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(String what) {
            super(what);
        }
    }

    /**
     * The tree of strict JSON in strict UTF-8. An object that has one name twice is refused; a byte order mark is not.
     *
     * @throws Refused when it is something else
     */
    static JsonElement tree(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            JsonReader reader = new JsonReader(new StringReader(text.startsWith("\ufeff") ? text.substring(1) : text));
            reader.setStrictness(Strictness.STRICT);
            JsonElement value = value(reader);
            demand(reader.peek() == JsonToken.END_DOCUMENT, "more behind it");
            return value;
        } catch (IOException e) {
            throw new Refused(e.getMessage());
        }
    }

    private static JsonElement value(JsonReader reader) throws IOException {
        switch (reader.peek()) {
            case BEGIN_OBJECT -> {
                JsonObject object = new JsonObject();
                for (reader.beginObject(); reader.hasNext(); ) {
                    String name = reader.nextName();
                    demand(!object.has(name), "a name twice");
                    object.add(name, value(reader));
                }
                reader.endObject();
                return object;
            }
            case BEGIN_ARRAY -> {
                JsonArray array = new JsonArray();
                for (reader.beginArray(); reader.hasNext(); ) {
                    array.add(value(reader));
                }
                reader.endArray();
                return array;
            }
            default -> {
                return SCALAR.read(reader);
            }
        }
    }

    /** The tree as ASCII text, the members of each object in the opposite order. */
    static byte[] writtenBackwards(JsonElement tree) {
        return backwards(tree)
                .toString()
                .chars()
                .mapToObj(c -> c > '~' ? String.format("\\u%04x", c) : String.valueOf((char) c))
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static JsonElement backwards(JsonElement tree) {
        if (tree instanceof JsonArray elements) {
            JsonArray array = new JsonArray();
            elements.forEach(element -> array.add(backwards(element)));
            return array;
        }
        if (tree instanceof JsonObject members) {
            List<String> names = new ArrayList<>(members.keySet());
            Collections.reverse(names);
            JsonObject object = new JsonObject();
            names.forEach(name -> object.add(name, backwards(members.get(name))));
            return object;
        }
        return tree;
    }

    /**
     * The rows in the order of the file.
     *
     * @throws Refused when the tree is not what JMH writes, or a score is not a positive number
     */
    static List<Row> of(JsonElement tree) {
        JsonArray rows = list(tree);
        demand(!rows.isEmpty(), "no rows");
        return rows.asList().stream().map(row -> row(map(row))).toList();
    }

    private static Row row(JsonObject row) {
        double threads = number(row.get("threads"));
        demand(threads >= 1 && threads <= Integer.MAX_VALUE && threads == Math.floor(threads), "no count of threads");
        SortedMap<String, String> params = new TreeMap<>();
        members(row, "params").forEach((name, value) -> params.put(name, text(value)));
        SortedMap<String, Metric> secondary = new TreeMap<>();
        members(row, "secondaryMetrics").forEach((name, metric) -> secondary.put(name, metric(map(metric))));
        Metric primary = metric(map(row.get("primaryMetric")));
        demand(!primary.forks().isEmpty(), "no forks");
        for (List<Double> fork : primary.forks()) {
            demand(!fork.isEmpty(), "no iterations");
            demand(
                    fork.stream().allMatch(score -> score >= 1 / LARGEST && Double.isFinite(score)),
                    "a score that is none");
        }
        return new Row(
                string(row.get("benchmark")),
                string(row.get("mode")),
                (int) threads,
                params,
                primary,
                secondary,
                settings(row));
    }

    private static SortedMap<String, String> settings(JsonObject row) {
        SortedMap<String, String> settings = new TreeMap<>();
        SETTINGS.stream().filter(row::has).forEach(name -> settings.put(name, text(row.get(name))));
        if (row.has("jvmArgs")) {
            settings.put(
                    "jvmArgs",
                    list(row.get("jvmArgs")).asList().stream()
                            .map(ExpectedRows::text)
                            .collect(Collectors.joining(" ")));
        }
        return settings;
    }

    private static Metric metric(JsonObject metric) {
        boolean histogram = metric.has("rawDataHistogram");
        List<List<Double>> forks = new ArrayList<>();
        SortedMap<Double, Double> samples = new TreeMap<>();
        for (JsonElement fork : list(metric.get(histogram ? "rawDataHistogram" : "rawData"))) {
            forks.add(list(fork).asList().stream()
                    .map(iteration -> histogram ? mean(list(iteration), samples) : number(iteration))
                    .toList());
        }
        return new Metric(string(metric.get("scoreUnit")), forks, samples);
    }

    private static double mean(JsonArray histogram, SortedMap<Double, Double> samples) {
        double sum = 0;
        double counts = 0;
        for (JsonElement element : histogram) {
            JsonArray pair = list(element);
            demand(pair.size() == 2, "no pair");
            double value = number(pair.get(0));
            double count = number(pair.get(1));
            demand(!(value < 0), "a negative sample");
            demand(count >= 1 && count == Math.floor(count) && count <= LARGEST, "no count of samples");
            samples.put(value, samples.getOrDefault(value, 0.0) + count);
            sum += value * count;
            counts += count;
        }
        return sum / counts;
    }

    private static double number(JsonElement value) {
        demand(value instanceof JsonPrimitive, "no number");
        JsonPrimitive primitive = (JsonPrimitive) value;
        if (primitive.isNumber()) {
            double number = primitive.getAsDouble();
            demand(number >= -LARGEST && number <= LARGEST, "too large a number");
            return number;
        }
        demand(primitive.isString() && WORDS.containsKey(primitive.getAsString()), "no number");
        return WORDS.get(primitive.getAsString());
    }

    private static String text(JsonElement value) {
        demand(value instanceof JsonPrimitive, "no text");
        return value.getAsString();
    }

    private static String string(JsonElement value) {
        demand(value instanceof JsonPrimitive primitive && primitive.isString(), "no string");
        return value.getAsString();
    }

    private static JsonArray list(JsonElement value) {
        demand(value instanceof JsonArray, "no array");
        return (JsonArray) value;
    }

    private static JsonObject map(JsonElement value) {
        demand(value instanceof JsonObject, "no object");
        return (JsonObject) value;
    }

    private static Map<String, JsonElement> members(JsonObject row, String name) {
        return row.has(name) ? map(row.get(name)).asMap() : Map.of();
    }

    private static void demand(boolean holds, String otherwise) {
        if (!holds) {
            throw new Refused(otherwise);
        }
    }
}
