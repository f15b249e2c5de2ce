package dev.callcost.history;

import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.reflect.TypeToken;
import dev.callcost.data.RowKey;
import dev.callcost.data.Unit;
import dev.callcost.file.BadFileException;
import dev.callcost.file.Input;
import dev.callcost.history.HistoryRun.Remarks;
import dev.callcost.history.HistoryRun.Value;
import dev.callcost.text.CommandException;
import dev.callcost.text.JsonDocument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The store of github-action-benchmark: {@code window.BENCHMARK_DATA = {...}}, or the same object alone, as its
 * {@code external-data-json-path} has it. A suite is a list of entries in the order of their arrival. The store has
 * means only: no forks, no mode, no machine.
 */
final class DataJs {
    private static final String JMH = "jmh";
    private static final String SMALLER_IS_BETTER = "customSmallerIsBetter";
    private static final String BIGGER_IS_BETTER = "customBiggerIsBetter";

    /** The benchmark's full name, and its params in JSON. */
    private static final Pattern NAME = Pattern.compile("(?s)(?<benchmark>\\S+) \\( (?<params>\\{.*}) \\)");

    private static final Pattern NUMBER = Pattern.compile("\\s*[-+]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d{1,3})?\\s*");
    private static final Pattern COUNT = Pattern.compile("(iterations|threads): (\\d{1,9})");
    private final Path file;

    private final Remarks remarks;

    private DataJs(Path file, Remarks remarks) {
        this.file = file;
        this.remarks = remarks;
    }

    private record BenchData(Map<String, List<BenchRun>> entries) {}

    private record BenchRun(Commit commit, Double date, String tool, List<Bench> benches) {
        /** Whether Gson has found all that is needed, which it does not demand. */
        boolean isComplete() {
            return commit != null
                    && commit.id != null
                    && tool != null
                    && benches != null
                    && benches.stream().allMatch(it -> it != null && it.name != null && it.unit != null);
        }
    }

    private record Commit(String id) {}

    private record Bench(String name, JsonElement value, String unit, String extra) {
        boolean isText() {
            return value instanceof JsonPrimitive known && known.isString();
        }

        /** NaN for what is no number. */
        double score() {
            boolean isNumber = value instanceof JsonPrimitive known
                    && (known.isNumber() || NUMBER.matcher(known.getAsString()).matches());
            return isNumber ? value.getAsDouble() : Double.NaN;
        }
    }

    /** Judges by the name, and a file of JSON by its beginning: JMH's is an array. */
    static boolean isOne(Path file) {
        String name = file.getFileName().toString();
        if (!name.matches(".*\\.json(\\.gz)?")) {
            return name.matches(".*\\.js(\\.gz)?");
        }
        try (Input text = Input.open(file)) {
            return text.head().stripLeading().startsWith("{");
        } catch (IOException e) {
            return false; // who reads the file says what is wrong with it
        }
    }

    /**
     * The runs of a suite in the order of their arrival, without scores that are negative or no numbers.
     *
     * @param suite empty where the file has only one
     * @param remarks receive what is wrong with single rows
     * @throws CommandException (usage) when the file has several suites and none is named, or not the named one
     * @throws BadFileException when the file is missing, unreadable, truncated, or no such store
     */
    static List<HistoryRun> read(Path file, Optional<String> suite, Remarks remarks) {
        DataJs data = new DataJs(file, remarks);
        List<HistoryRun> runs = data.entries(suite).stream().map(data::run).toList();
        if (runs.stream().allMatch(run -> run.values().isEmpty())) {
            throw data.bad("has no value that is a number"
                    + remarks.lines().stream().map(it -> "; " + it).collect(Collectors.joining()));
        }
        return runs;
    }

    private List<BenchRun> entries(Optional<String> suite) {
        Map<String, List<BenchRun>> suites = store().entries;
        if (suites == null || suites.isEmpty()) {
            throw bad("has no suite");
        }
        boolean isUnnamed = suite.isEmpty() && suites.size() > 1;
        List<BenchRun> entries = isUnnamed
                ? null
                : suites.get(suite.orElse(suites.keySet().iterator().next()));
        if (entries == null) {
            throw CommandException.usage("history: " + file + ": --suite takes one of " + suites.keySet());
        }
        if (entries.isEmpty()) {
            throw bad("has no run");
        }
        for (BenchRun entry : entries) {
            if (entry == null || !entry.isComplete()) {
                throw bad("has an entry without commit, tool or benches, number " + (entries.indexOf(entry) + 1));
            }
            if (!List.of(JMH, SMALLER_IS_BETTER, BIGGER_IS_BETTER).contains(entry.tool)) {
                throw new BadFileException(
                        file,
                        "is of the tool " + entry.tool + "; history reads " + JMH + ", " + SMALLER_IS_BETTER + " and "
                                + BIGGER_IS_BETTER);
            }
        }
        return entries;
    }

    private BenchData store() {
        String text;
        try (InputStream bytes = Input.open(file)) {
            text = new String(bytes.readAllBytes(), StandardCharsets.UTF_8).replaceFirst("(?<![\\s;])[\\s;]+$", "");
        } catch (IOException e) {
            throw new BadFileException(file, e);
        }
        if (text.indexOf('{') < 0) {
            throw bad("holds no object");
        }
        try {
            return JsonDocument.GSON.fromJson(text.substring(text.indexOf('{')), BenchData.class);
        } catch (JsonParseException e) {
            throw text.endsWith("}")
                    ? bad("is not as expected: "
                            + String.valueOf(e.getMessage()).replaceAll("^\\S+Exception: |\\R.*", ""))
                    : new BadFileException(file, "is truncated");
        }
    }

    private HistoryRun run(BenchRun entry) {
        Map<RowKey, Value> values = new LinkedHashMap<>();
        for (Bench bench : entry.benches) {
            if (isUsable(bench)) {
                add(values, bench, entry.tool);
            }
        }
        boolean isUnique = entry.benches.stream().anyMatch(it -> HistoryRun.isUnique(it.score(), it.unit));
        String numbers = isUnique ? values.toString() : "";
        String commit = entry.commit.id;
        Optional<Instant> date =
                Optional.ofNullable(entry.date).map(millis -> Instant.ofEpochMilli(millis.longValue()));
        return new HistoryRun(
                HistoryRun.shortened(commit), Optional.of(commit), date, Map.of(), Map.of(), values, numbers);
    }

    private boolean isUsable(Bench bench) {
        if (bench.isText() && !Double.isNaN(bench.score())) {
            remarks.add("values that are texts are read as numbers", String.valueOf(bench.value), bench.name);
        }
        if (bench.score() >= 0 && bench.score() < Double.POSITIVE_INFINITY) {
            return true;
        }
        remarks.add(
                "values that are " + (bench.score() < 0 ? "negative" : "no numbers") + " are left out",
                String.valueOf(bench.value),
                bench.name);
        return false;
    }

    private void add(Map<RowKey, Value> values, Bench bench, String tool) {
        boolean isJmh = tool.equals(JMH);
        Unit unit = Unit.of(bench.unit);
        boolean isMoreBetter = isJmh ? unit.isMoreBetter(false) : tool.equals(BIGGER_IS_BETTER);
        String mode = isMoreBetter ? Value.THROUGHPUT : "avgt";
        unit.contradiction("tool " + tool, isMoreBetter, bench.unit).ifPresent(it -> remarks.add(it, bench.name));
        if (isMoreBetter && unit.isTime() && unit.isMoreBetter().isEmpty()) {
            remarks.add(
                    "tool " + tool + " has the unit " + bench.unit + "; more is better, as the tool says", bench.name);
        }
        Map<String, String> counts = COUNT.matcher(bench.extra == null ? "" : bench.extra)
                .results()
                .collect(Collectors.toMap(count -> count.group(1), count -> count.group(2), (first, last) -> last));
        int threads = Integer.parseInt(counts.getOrDefault("threads", "1"));
        Matcher parts = NAME.matcher(bench.name);
        boolean hasParams = isJmh && parts.matches();
        String benchmark = hasParams ? parts.group("benchmark") : bench.name;
        TreeMap<String, String> params = new TreeMap<>(hasParams ? params(parts.group("params")) : Map.of());
        RowKey key = new RowKey(benchmark, mode, threads, params);
        // the store drops the mode, so a benchmark that was measured in two has one name twice
        for (int n = 2; values.containsKey(key); n++) {
            key = new RowKey(benchmark, mode + "-" + n, threads, params);
        }
        String settings = counts.getOrDefault("iterations", "");
        values.put(key, Value.of(mode, bench.unit, Math.log(bench.score()), settings, Optional.empty()));
    }

    private Map<String, String> params(String json) {
        try {
            return JsonDocument.GSON.fromJson(json, new TypeToken<>() {});
        } catch (JsonParseException e) {
            throw bad("has params that are no texts: " + json);
        }
    }

    private BadFileException bad(String what) {
        return new BadFileException(file, "is no data.js of github-action-benchmark, it " + what);
    }
}
