package dev.callcost.data;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import dev.callcost.text.BadFileException;
import dev.callcost.text.JsonLines;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads the rows of JMH's JSON, one at a time as a tree, so the size of the file does not matter. */
final class JmhRows {
    private static final TypeAdapter<JsonElement> SCALAR = new Gson().getAdapter(JsonElement.class);

    /** Without the JVM's path, because equal JVMs have different paths. The last five are the Go client's. */
    private static final List<String> SETTINGS = List.of(
            ("jmhVersion jdkVersion vmName vmVersion warmupIterations warmupTime warmupBatchSize measurementIterations"
                            + " measurementTime measurementBatchSize goVersion grpcGoVersion goMaxProcs requests pause")
                    .split(" "));

    private static final String HISTOGRAM = "rawDataHistogram";
    private static final Pattern PLACE = Pattern.compile("line \\d+ column \\d+");

    /** Larger numbers, and scores below the reciprocal, are refused: ratios and sums would overflow. */
    private static final double LARGEST = 1e100;

    private final Path file;
    private final boolean isUsable;
    private boolean inside;
    private String where = "it";

    /** @param isUsable whether to refuse scores that are not positive numbers and numbers that are too large */
    JmhRows(Path file, boolean isUsable) {
        this.file = file;
        this.isUsable = isUsable;
    }

    List<Row> read() {
        try (JsonReader json =
                new JsonReader(new InputStreamReader(JsonLines.open(file), StandardCharsets.UTF_8.newDecoder()))) {
            json.setStrictness(Strictness.STRICT);
            return rows(json);
        } catch (NoSuchFileException e) {
            throw new BadFileException(file, "no such file");
        } catch (CharacterCodingException e) {
            throw new BadFileException(file, "is not text in UTF-8");
        } catch (EOFException | MalformedJsonException | JsonParseException e) {
            // the rest of the message is about Gson's own settings
            Matcher place = PLACE.matcher(String.valueOf(e.getMessage()));
            throw new BadFileException(file, fault(e) + (place.find() ? place.group() : "an unknown place"));
        } catch (IOException e) {
            throw new BadFileException(file, "cannot be read: " + e.getMessage());
        }
    }

    private String fault(Exception e) {
        boolean breaksOff;
        try (InputStream bytes = JsonLines.open(file)) {
            String text = new String(bytes.readAllBytes(), StandardCharsets.ISO_8859_1).strip();
            if (text.isEmpty()) {
                throw new BadFileException(file, "is empty");
            }
            breaksOff = e instanceof EOFException || inside && !text.endsWith("]");
        } catch (EOFException packed) {
            breaksOff = true;
        } catch (IOException other) {
            throw new BadFileException(file, "cannot be read: " + other.getMessage());
        }
        return breaksOff ? "is truncated, it breaks off at " : "is not JSON at ";
    }

    private List<Row> rows(JsonReader json) throws IOException {
        if (json.peek() != JsonToken.BEGIN_ARRAY) {
            throw notJmh("is not an array of rows");
        }
        List<Row> rows = new ArrayList<>();
        json.beginArray();
        inside = true;
        while (json.hasNext()) {
            where = "row " + (rows.size() + 1);
            if (!(tree(json) instanceof JsonObject row)) {
                throw notJmh("is not an object");
            }
            rows.add(row(row));
        }
        json.endArray();
        inside = false;
        json.peek(); // throws when the array is not all of the file
        if (rows.isEmpty()) {
            throw new BadFileException(file, "holds no rows");
        }
        return rows;
    }

    /** The next element. Gson itself takes the last of two members with the same name. */
    private JsonElement tree(JsonReader json) throws IOException {
        return switch (json.peek()) {
            case BEGIN_OBJECT -> {
                JsonObject object = new JsonObject();
                for (json.beginObject(); json.hasNext(); ) {
                    String name = json.nextName();
                    if (object.has(name)) {
                        throw notJmh("has two of \"" + name + "\"");
                    }
                    object.add(name, tree(json));
                }
                json.endObject();
                yield object;
            }
            case BEGIN_ARRAY -> {
                JsonArray array = new JsonArray();
                for (json.beginArray(); json.hasNext(); ) {
                    array.add(tree(json));
                }
                json.endArray();
                yield array;
            }
            default -> SCALAR.read(json);
        };
    }

    Row row(JsonObject json) {
        String benchmark = string(json, "benchmark");
        where += " (" + benchmark + ")";
        SortedMap<String, String> params = new TreeMap<>();
        members(json, "params").forEach((name, value) -> params.put(name, text(value, name)));
        SortedMap<String, Metric> secondary = new TreeMap<>();
        members(json, "secondaryMetrics").forEach((name, value) -> secondary.put(name, metric(object(value, name))));
        String mode = string(json, "mode");
        int threads = count(json, "threads");
        Metric primary = metric(object(member(json, "primaryMetric"), "primaryMetric"));
        if (isUsable) {
            check(primary);
        }
        SortedMap<String, String> settings = new TreeMap<>();
        SETTINGS.stream().filter(json::has).forEach(name -> settings.put(name, text(json.get(name), name)));
        if (json.has("jvmArgs")) {
            List<JsonElement> arguments = array(json.get("jvmArgs"), "jvmArgs").asList();
            settings.put(
                    "jvmArgs", arguments.stream().map(it -> text(it, "jvmArgs")).collect(Collectors.joining(" ")));
        }
        return new Row(benchmark, mode, threads, params, primary, secondary, settings);
    }

    private void check(Metric metric) {
        if (metric.forks().isEmpty()) {
            throw bad("has no raw data");
        }
        for (List<Double> fork : metric.forks()) {
            if (fork.isEmpty()) {
                throw bad("has a fork without iterations");
            }
            for (double score : fork) {
                if (!(score > 0 && score < Double.POSITIVE_INFINITY)) {
                    throw bad("has the score " + score + ", which is not a positive number");
                }
                if (score < 1 / LARGEST) {
                    throw bad("has the score " + score + ", which is too small to be measured");
                }
            }
        }
    }

    private Metric metric(JsonObject json) {
        boolean histogram = json.has(HISTOGRAM);
        String name = histogram ? HISTOGRAM : "rawData";
        List<List<Double>> forks = new ArrayList<>();
        SortedMap<Double, Double> samples = new TreeMap<>();
        for (JsonElement fork : array(member(json, name), name)) {
            List<Double> iterations = new ArrayList<>();
            for (JsonElement iteration : array(fork, name)) {
                iterations.add(histogram ? mean(array(iteration, name), samples) : number(iteration, name));
            }
            forks.add(iterations);
        }
        return new Metric(string(json, "scoreUnit"), forks, samples);
    }

    /** JMH's score of a SampleTime iteration: the mean of pairs of value and count. Adds them to the samples. */
    private double mean(JsonArray pairs, SortedMap<Double, Double> samples) {
        double sum = 0;
        double count = 0;
        for (JsonElement element : pairs) {
            JsonArray pair = array(element, HISTOGRAM);
            if (pair.size() != 2) {
                throw notJmh("has a rawDataHistogram that is not made of pairs");
            }
            double value = number(pair.get(0), HISTOGRAM);
            double times = number(pair.get(1), HISTOGRAM);
            if (value < 0 || !isCount(times, LARGEST)) {
                throw notJmh("has a rawDataHistogram with " + times + " times " + value);
            }
            samples.merge(value, times, Double::sum);
            sum += value * times;
            count += times;
        }
        return sum / count;
    }

    private Map<String, JsonElement> members(JsonObject json, String name) {
        return json.has(name) ? object(json.get(name), name).asMap() : Map.of();
    }

    private JsonElement member(JsonObject json, String name) {
        if (!json.has(name)) {
            throw notJmh("has no \"" + name + "\"");
        }
        return json.get(name);
    }

    private String string(JsonObject json, String name) {
        boolean isString = member(json, name) instanceof JsonPrimitive text && text.isString();
        return text(isString ? json.get(name) : null, name);
    }

    private String text(JsonElement element, String name) {
        return as(JsonPrimitive.class, element, name, "a string").getAsString();
    }

    private JsonObject object(JsonElement element, String name) {
        return as(JsonObject.class, element, name, "an object");
    }

    private JsonArray array(JsonElement element, String name) {
        return as(JsonArray.class, element, name, "made of arrays");
    }

    private <T> T as(Class<T> type, JsonElement value, String name, String what) {
        if (!type.isInstance(value)) {
            throw notJmh("has a \"" + name + "\" that is not " + what);
        }
        return type.cast(value);
    }

    private int count(JsonObject json, String name) {
        double value = number(member(json, name), name);
        if (!isCount(value, Integer.MAX_VALUE)) {
            throw notJmh("has a \"" + name + "\" that is not a count");
        }
        return (int) value;
    }

    private static boolean isCount(double value, double most) {
        return value >= 1 && value <= most && value == Math.rint(value);
    }

    private double number(JsonElement element, String name) {
        if (element instanceof JsonPrimitive primitive && primitive.isNumber()) {
            double number = primitive.getAsDouble();
            if (isUsable && Math.abs(number) > LARGEST) {
                throw notJmh("has a \"" + name + "\" with " + primitive + ", which is too large to be measured");
            }
            return number;
        }
        Double word = element instanceof JsonPrimitive text ? ResultsFile.NO_NUMBERS.get(text.getAsString()) : null;
        if (word != null) {
            return word;
        }
        throw notJmh("has a \"" + name + "\" with something that is not a number");
    }

    private BadFileException notJmh(String what) {
        return new BadFileException(file, "is not a JMH results file, " + where + " " + what);
    }

    private BadFileException bad(String what) {
        return new BadFileException(file, where + " " + what);
    }
}
