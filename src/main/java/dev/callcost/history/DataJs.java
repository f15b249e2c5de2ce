package dev.callcost.history;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.MalformedJsonException;
import dev.callcost.data.Metric;
import dev.callcost.data.RowKey;
import dev.callcost.history.Run.Value;
import dev.callcost.text.BadFileException;
import dev.callcost.text.CommandException;
import dev.callcost.text.Input;
import dev.callcost.text.Sections;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The store of github-action-benchmark: {@code window.BENCHMARK_DATA = {...}}, or the same object alone, as its {@code external-data-json-path} has it. A suite is
 * a list of entries in the order of their arrival, each with a commit, the date of the measurement and benchmarks with name, value, unit and JMH's counts as a
 * text. The store has means only: no forks, no mode, no machine.
 */
final class DataJs {
    private static final String JMH = "jmh";
    private static final String SMALLER_IS_BETTER = "customSmallerIsBetter";

    /** The benchmark's full name, and its params in JSON. */
    private static final Pattern NAME = Pattern.compile("(?s)(?<benchmark>\\S+) \\( (?<params>\\{.*}) \\)");

    private static final Pattern COUNT = Pattern.compile("(iterations|forks|threads): (\\d{1,9})");
    private static final Pattern PLACE = Pattern.compile("line \\d+ column \\d+");

    private final Path file;
    private final Optional<String> suite;
    private final Map<String, RowKey> keys = new HashMap<>();
    private String where = "it";
    private int refused;

    private DataJs(Path file, Optional<String> suite) {
        this.file = file;
        this.suite = suite;
    }

    /** Judges by the name, and a file of JSON by its beginning: JMH's is an array. */
    static boolean isOne(Path file) {
        String name = file.getFileName().toString();
        if (!name.matches(".*\\.json(\\.gz)?")) {
            return name.matches(".*\\.js(\\.gz)?");
        }
        try (Reader text = reader(file)) {
            int first = text.read();
            while (Character.isWhitespace(first)) {
                first = text.read();
            }
            return first == '{';
        } catch (IOException e) {
            return false; // who reads the file says what is wrong with it
        }
    }

    private static Reader reader(Path file) throws IOException {
        return new BufferedReader(new InputStreamReader(Input.open(file), StandardCharsets.UTF_8));
    }

    /**
     * The runs of a suite in the order of their arrival.
     *
     * @param suite empty where the file has only one
     * @param notes receives what was left out
     * @throws CommandException (usage) when the file has several suites and none is named, or not the named one
     * @throws BadFileException when the file is missing, unreadable, truncated, or no such store
     */
    static List<Run> read(Path file, Optional<String> suite, List<String> notes) {
        DataJs data = new DataJs(file, suite);
        List<Run> runs = data.read();
        if (data.refused > 0) {
            notes.add(file + ": " + Sections.count(data.refused, "score") + " left out that "
                    + (data.refused == 1 ? "is no positive number" : "are no positive numbers"));
        }
        return runs;
    }

    private List<Run> read() {
        Map<String, List<Run>> suites = new LinkedHashMap<>();
        try (Reader text = reader(file)) {
            text.mark(1);
            for (int next = text.read(); next != '{'; next = text.read()) {
                if (next < 0) {
                    throw bad("holds no object");
                }
                text.mark(1);
            }
            text.reset();
            JsonReader json = new JsonReader(text);
            json.beginObject();
            while (json.hasNext()) {
                if (json.nextName().equals("entries")) {
                    json.beginObject();
                    while (json.hasNext()) {
                        String name = json.nextName();
                        suites.put(name, new ArrayList<>());
                        if (suite.map(name::equals).orElse(suites.size() == 1)) {
                            where = "suite \"" + name + "\"";
                            runs(json, suites.get(name));
                        } else {
                            json.skipValue();
                        }
                    }
                    json.endObject();
                } else {
                    json.skipValue();
                }
            }
            json.endObject();
        } catch (NoSuchFileException e) {
            throw new BadFileException(file, "no such file");
        } catch (EOFException e) {
            throw new BadFileException(file, "is truncated");
        } catch (MalformedJsonException | JsonParseException e) {
            Matcher place = PLACE.matcher(String.valueOf(e.getMessage()));
            throw new BadFileException(
                    file,
                    breaksOff()
                            ? "is truncated"
                            : "is not JSON at " + (place.find() ? place.group() : "an unknown place"));
        } catch (IllegalStateException e) {
            throw bad("has a member of the wrong kind");
        } catch (IOException e) {
            throw new BadFileException(file, "cannot be read: " + e.getMessage());
        }
        return chosen(suites);
    }

    /** Whether the object does not end. */
    private boolean breaksOff() {
        try (Reader text = reader(file)) {
            int last = 0;
            for (int next = text.read(); next >= 0; next = text.read()) {
                last = Character.isWhitespace(next) || next == ';' ? last : next;
            }
            return last != '}';
        } catch (IOException e) {
            return true;
        }
    }

    private List<Run> chosen(Map<String, List<Run>> suites) {
        String names = String.join(
                ", ", suites.keySet().stream().map(it -> "'" + it + "'").toList());
        if (suites.isEmpty()) {
            throw bad("has no suite");
        }
        if (suite.isEmpty() && suites.size() > 1) {
            throw CommandException.usage(
                    "history: " + file + " has " + suites.size() + " suites; --suite takes one of " + names);
        }
        String name = suite.orElseGet(() -> suites.keySet().iterator().next());
        if (!suites.containsKey(name)) {
            throw CommandException.usage("history: " + file + " has no suite '" + name + "', but " + names);
        }
        if (suites.get(name).isEmpty()) {
            throw bad("has no run");
        }
        return suites.get(name);
    }

    private void runs(JsonReader json, List<Run> runs) throws IOException {
        String name = where;
        json.beginArray();
        while (json.hasNext()) {
            where = name + ", entry " + (runs.size() + 1);
            runs.add(run(as(JsonObject.class, JsonParser.parseReader(json), "")));
        }
        json.endArray();
        where = name;
    }

    private Run run(JsonObject entry) {
        String tool = string(entry, "tool");
        if (!List.of(JMH, SMALLER_IS_BETTER).contains(tool)) {
            throw new BadFileException(
                    file, where + " is of the tool " + tool + "; history reads " + JMH + " and " + SMALLER_IS_BETTER);
        }
        String commit = string(as(JsonObject.class, entry.get("commit"), "commit"), "id");
        Optional<Instant> date = entry.get("date") instanceof JsonPrimitive millis && millis.isNumber()
                ? Optional.of(Instant.ofEpochMilli(millis.getAsBigDecimal().longValue()))
                : Optional.empty();
        Map<RowKey, Value> values = new LinkedHashMap<>();
        for (JsonElement element : as(JsonArray.class, entry.get("benches"), "benches")) {
            JsonObject bench = as(JsonObject.class, element, "benches");
            double score = bench.get("value") instanceof JsonPrimitive number && number.isNumber()
                    ? number.getAsDouble()
                    : Double.NaN;
            if (!(score > 0 && score < Double.POSITIVE_INFINITY)) {
                refused++;
                continue;
            }
            add(values, bench, score, tool.equals(JMH));
        }
        return new Run(Run.shortened(commit), Optional.of(commit), date, Map.of(), values);
    }

    private void add(Map<RowKey, Value> values, JsonObject bench, double score, boolean isJmh) {
        String told = string(bench, "unit");
        String unit = told.matches("ns|us|ms|s") ? told + "/op" : told;
        Map<String, Integer> counts = new TreeMap<>();
        if (bench.get("extra") instanceof JsonPrimitive extra) {
            COUNT.matcher(extra.getAsString())
                    .results()
                    .forEach(count -> counts.put(count.group(1), Integer.parseInt(count.group(2))));
        }
        Metric metric = new Metric(unit, List.of());
        String mode = metric.isThroughput() ? "thrpt" : "avgt";
        String name = string(bench, "name");
        int threads = counts.getOrDefault("threads", 1);
        RowKey key = keys.computeIfAbsent(
                name + "\n" + mode + "\n" + threads,
                it -> isJmh ? key(name, mode, threads) : new RowKey(name, mode, threads, new TreeMap<>()));
        // the store drops the mode, so a benchmark that was measured in two has one name twice
        for (int n = 2; values.containsKey(key); n++) {
            key = new RowKey(key.benchmark(), mode + "-" + n, threads, key.params());
        }
        double log = Math.log(score);
        double nanos = metric.logNanos().map(it -> it.applyAsDouble(log)).orElse(log);
        counts.remove("threads");
        String settings = counts.isEmpty() ? "" : counts.toString();
        values.put(key, new Value(nanos, List.of(), unit, settings, OptionalDouble.empty()));
    }

    private RowKey key(String name, String mode, int threads) {
        Matcher parts = NAME.matcher(name);
        Map<String, String> params = new TreeMap<>();
        if (!parts.matches()) {
            return new RowKey(name, mode, threads, new TreeMap<>());
        }
        as(JsonObject.class, JsonParser.parseString(parts.group("params")), name)
                .asMap()
                .forEach((param, value) ->
                        params.put(param, value.isJsonPrimitive() ? value.getAsString() : value.toString()));
        return new RowKey(parts.group("benchmark"), mode, threads, new TreeMap<>(params));
    }

    private String string(JsonObject json, String name) {
        return as(JsonPrimitive.class, json.get(name), name).getAsString();
    }

    private <T> T as(Class<T> type, JsonElement value, String name) {
        if (!type.isInstance(value)) {
            throw bad("has in " + where + " no \"" + name + "\" of the right kind");
        }
        return type.cast(value);
    }

    private BadFileException bad(String what) {
        return new BadFileException(file, "is no data.js of github-action-benchmark, it " + what);
    }
}
