package dev.callcost.data;

import com.google.gson.JsonObject;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import dev.callcost.data.Fork.Iteration;
import dev.callcost.data.Metric.DoubleList;
import dev.callcost.file.BadFileException;
import dev.callcost.file.Input;
import dev.callcost.text.Table.Grid;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/**
 * Reads the rows of JMH's JSON as a stream. It keeps what a {@link Row} has, so the size of the file does not matter.
 */
final class JmhReader {
    /** Without the JVM's path, because equal JVMs have different paths. The last five are the Go client's. */
    private static final Set<String> SETTINGS = Set.of(
            ("jmhVersion jdkVersion vmName vmVersion warmupIterations warmupTime warmupBatchSize measurementIterations"
                            + " measurementTime measurementBatchSize goVersion grpcGoVersion goMaxProcs requests pause")
                    .split(" "));

    /** Kotlin's native and JavaScript benchmarks write these as bare words, which are not JSON. */
    private static final Set<String> BARE = Set.of("NaN", "Infinity", "-Infinity");

    /**
     * The versions whose files break a param's value after a comma, with the white space that they add; those before
     * 1.19 do not name themselves.
     */
    private static final Pattern BREAKS_PARAMS = Pattern.compile("(1\\.(\\d|1\\d|20|21)(\\D.*)?)?");

    /** Matched from the first of several blanks alone, so that many of them do not take long. */
    private static final Pattern BREAK = Pattern.compile("(?<!\\s)\\s*\\n\\s*");

    private static final Pattern BEGINNING = Pattern.compile("^\\W*\\[\\s*\\{[^{}]*\"benchmark\"\\s*:");
    private static final Pattern PLACE = Pattern.compile("line \\d+ column \\d+");
    private static final Pattern LINE = Pattern.compile("line \\d+");
    private static final Pattern PATH_TO_ROW = Pattern.compile("^\\$(\\[\\d+])?\\.?");

    /** A longer one would leave no room for the rest of the message. */
    private static final int LONGEST_LABEL = 200;

    /** How a message about files that were joined ends. */
    private static final String TWO_FILES = "; the results of two runs are two files";

    /** How files begin that are given in place of JMH's JSON, and what to do. */
    private static final Map<Pattern, String> NOT_JSON = Map.of(
            Pattern.compile("^\"?Benchmark\"?[,;]\"?Mode\"?[,;]"), "is JMH's CSV: run with -rf json",
            Pattern.compile("^\\\\begin\\{tabular"), "is JMH's LaTeX: run with -rf json",
            Pattern.compile("^\\s*(window\\.BENCHMARK_DATA|\\{[^{}\\[\\]]*\"entries\"\\s*:)"),
                    "is a store of github-action-benchmark, which has many runs: history reads it",
            Pattern.compile("^\\s*\\{\\s*\"schema\"\\s*:\\s*\"callcost "),
                    "holds verdicts, not measurements: check reads results files, check --paired folders of compare",
            Pattern.compile("(?m)^(# (JMH version|VM version|Run progress): |Benchmark +(\\(\\w+\\) +)*Mode +)"),
                    "is JMH's text: run with -rf json -rff FILE.json");

    /** With which JMH before 1.37 marks the metrics of profilers. */
    private static final String DOT = "\u00b7";

    /** Gives the values of a name in their place; null in a results file. */
    private final Iteration.Columns columns;

    private JsonReader json;
    private String where = "it";

    /** Reads a value. */
    interface ValueReader<T> {
        T read() throws IOException;
    }

    /** A fault that is not only a value of the wrong kind; the message is the end of a sentence about the row. */
    private static final class MalformedRow extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        MalformedRow(String what) {
            super(what);
        }
    }

    private JmhReader(Iteration.Columns columns) {
        this.columns = columns;
    }

    /** Whether a file begins as JMH's JSON does. */
    static boolean isResultsFile(Path file) {
        try (Input bytes = Input.open(file)) {
            return BEGINNING.matcher(bytes.head()).find();
        } catch (IOException e) {
            return false;
        }
    }

    /** The rows of a file, which may be none, and whose scores need not be positive numbers. */
    static List<Row> read(Path file) {
        try (Input bytes = Input.open(file)) {
            String head = bytes.head();
            NOT_JSON.forEach((beginning, what) -> {
                if (beginning.matcher(head).find()) {
                    throw new BadFileException(file, what);
                }
            });
            return new JmhReader(null).rows(file, bytes);
        } catch (IOException e) {
            throw new BadFileException(file, e);
        }
    }

    private List<Row> rows(Path file, Input bytes) throws IOException {
        List<Row> rows = new ArrayList<>();
        Map<RowKey, String> places = new HashMap<>();
        json = new JsonReader(new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder()));
        json.setStrictness(Strictness.STRICT);
        try {
            if (json.peek() != JsonToken.BEGIN_ARRAY) {
                throw new MalformedRow("is not an array of rows");
            }
            for (json.beginArray(); json.hasNext(); ) {
                where = "row " + (rows.size() + 1);
                String place = where + " (" + found(LINE, json.toString()) + ")";
                Row row = read(json);
                String first = places.putIfAbsent(row.key(), place);
                if (first != null) {
                    String label = Grid.withoutMiddle(row.key().fullLabel(), LONGEST_LABEL);
                    throw new BadFileException(
                            file, "holds the row " + label + " twice, as " + first + " and as " + place + TWO_FILES);
                }
                rows.add(row);
            }
            json.endArray();
            if (by(Strictness.LENIENT, json::peek) == JsonToken.BEGIN_ARRAY) {
                throw new BadFileException(
                        file, "holds two arrays, the second begins at " + found(LINE, json.toString()) + TWO_FILES);
            }
            if (json.peek() != JsonToken.END_DOCUMENT) {
                throw new MalformedJsonException(json.toString());
            }
            return rows;
        } catch (IllegalStateException e) {
            throw notJmh(file, e);
        } catch (EOFException | MalformedJsonException e) {
            // the rest of the message is about Gson's own settings
            boolean isInside = !json.getPath().equals("$");
            int last = bytes.last();
            String fault = e instanceof EOFException || isInside && last != ']'
                    ? "is truncated, it breaks off at "
                    : "is not JSON at ";
            throw new BadFileException(file, last < 0 ? "is empty" : fault + found(PLACE, e.getMessage()));
        }
    }

    private static String found(Pattern place, String text) {
        Matcher found = place.matcher(String.valueOf(text));
        return found.find() ? found.group() : "an unknown place";
    }

    private BadFileException notJmh(Path file, IllegalStateException e) {
        String what = e instanceof MalformedRow ? e.getMessage() : wrong(json.getPath());
        return new BadFileException(file, "is not a JMH results file, " + where + " " + what);
    }

    private static String wrong(String path) {
        String inRow = PATH_TO_ROW.matcher(path).replaceFirst("");
        return inRow.isEmpty() ? "is not an object" : "has a \"" + inRow + "\" of the wrong kind";
    }

    /** JMH's object of a row. */
    static Row row(JsonObject object, Path file) {
        JmhReader reader = new JmhReader(null);
        try (JsonReader json = new JsonReader(new StringReader(object.toString()))) {
            return reader.read(json);
        } catch (IllegalStateException e) {
            throw reader.notJmh(file, e);
        } catch (IOException e) {
            throw new BadFileException(file, e);
        }
    }

    /**
     * The row of a fork of a log.
     *
     * @throws RuntimeException as {@link Fork#of}
     */
    static Row row(JsonReader json, Iteration.Columns columns) throws IOException {
        return new JmhReader(columns).read(json);
    }

    /** @throws IllegalStateException when the row lacks a part, or has one of the wrong kind */
    private Row read(JsonReader from) throws IOException {
        json = from;
        String benchmark = null;
        String mode = null;
        int threads = 1;
        Metric primary = null;
        SortedMap<String, String> params = new TreeMap<>();
        SortedMap<String, Metric> secondary = new TreeMap<>();
        SortedMap<String, String> settings = new TreeMap<>();
        Set<String> names = new HashSet<>();
        for (json.beginObject(); json.hasNext(); ) {
            String name = name(names);
            switch (name) {
                case "benchmark" -> {
                    benchmark = string();
                    where += " (" + benchmark + ")";
                }
                case "mode" -> mode = string();
                case "threads" -> threads = (int) count(Integer.MAX_VALUE);
                // line feeds in values: see BREAKS_PARAMS
                case "params" -> params.putAll(by(Strictness.LEGACY_STRICT, () -> map(this::text)));
                case "primaryMetric" -> primary = metric(true);
                case "secondaryMetrics" ->
                    map(() -> metric(false))
                            .forEach((metric, values) ->
                                    secondary.put(metric.startsWith(DOT) ? metric.substring(1) : metric, values));
                case Row.JVM_ARGUMENTS -> settings.put(name, String.join(" ", list(this::text)));
                default -> {
                    if (SETTINGS.contains(name)) {
                        settings.put(name, text());
                    } else {
                        json.skipValue();
                    }
                }
            }
        }
        json.endObject();
        if (BREAKS_PARAMS.matcher(settings.getOrDefault("jmhVersion", "")).matches()) {
            params.replaceAll((name, value) -> BREAK.matcher(value).replaceAll(""));
        }
        return new Row(
                present(benchmark, "benchmark"),
                present(mode, "mode"),
                threads,
                Collections.unmodifiableSortedMap(params),
                present(primary, "primaryMetric"),
                Collections.unmodifiableSortedMap(secondary),
                Collections.unmodifiableSortedMap(settings));
    }

    private Metric metric(boolean isScore) throws IOException {
        String unit = null;
        List<List<Double>> forks = null;
        List<List<Histogram>> histograms = null;
        Map<String, Double> overForks = new HashMap<>();
        Set<String> names = new HashSet<>();
        for (json.beginObject(); json.hasNext(); ) {
            String name = name(names);
            switch (name) {
                case "scoreUnit" -> unit = string();
                case "rawData" ->
                    forks = columns != null && json.peek() == JsonToken.STRING
                            ? List.of(columns.measured(json.nextString()))
                            : list(this::numbers);
                case "rawDataHistogram" -> histograms = list(() -> list(this::histogram));
                case "scoreError" -> overForks.put(name, by(Strictness.LENIENT, this::overForks));
                case "scoreConfidence" -> by(Strictness.LENIENT, () -> list(this::overForks));
                default -> {
                    if (!isScore && name.equals("score")) {
                        overForks.put(name, by(Strictness.LENIENT, this::overForks));
                    } else if (!isScore && name.equals("scorePercentiles")) {
                        overForks.putAll(by(Strictness.LENIENT, () -> map(this::overForks)));
                    } else {
                        json.skipValue();
                    }
                }
            }
        }
        json.endObject();
        if (histograms != null) {
            forks = histograms.stream()
                    .map(fork -> fork.stream().map(Histogram::mean).toList())
                    .toList();
        }
        if (!isScore && present(forks, "rawData").stream().allMatch(List::isEmpty)) {
            forks = SpreadForks.of(forks.size(), overForks);
        }
        return new Metric(
                present(unit, "scoreUnit"), present(forks, "rawData"), histograms == null ? List.of() : histograms);
    }

    /** A number that JMH calculated over all forks; NaN for a word. */
    private Double overForks() throws IOException {
        if (json.peek() != JsonToken.STRING) {
            return json.nextDouble();
        }
        String text = json.nextString();
        if (!BARE.contains(text) && !ResultsFile.NO_NUMBERS.containsKey(text)) {
            throw new MalformedJsonException(json.toString()); // another bare word, or one that breaks off
        }
        return Double.NaN;
    }

    /** An iteration's pairs of value and count. */
    private Histogram histogram() throws IOException {
        List<double[]> pairs = list(() -> {
            json.beginArray();
            double value = number();
            if (!(value >= 0)) {
                throw new MalformedRow(wrong(json.getPreviousPath()));
            }
            double[] pair = {value, count(Long.MAX_VALUE)};
            json.endArray();
            return pair;
        });
        return Histogram.of(
                pairs.stream().mapToDouble(pair -> pair[0]).toArray(),
                pairs.stream().mapToDouble(pair -> pair[1]).toArray());
    }

    /** The next name of an object's member; adds it to the names so far. */
    private String name(Set<String> names) throws IOException {
        String name = json.nextName();
        if (!names.add(name)) {
            throw new MalformedRow("has two of \"" + name + "\"");
        }
        return name;
    }

    private <T> Map<String, T> map(ValueReader<T> value) throws IOException {
        Map<String, T> map = new HashMap<>();
        Set<String> names = new HashSet<>();
        for (json.beginObject(); json.hasNext(); ) {
            map.put(name(names), value.read());
        }
        json.endObject();
        return map;
    }

    private <T> List<T> list(ValueReader<T> element) throws IOException {
        List<T> list = new ArrayList<>();
        for (json.beginArray(); json.hasNext(); ) {
            list.add(element.read());
        }
        json.endArray();
        return list;
    }

    /** Reads a value by rules of its own. */
    private <T> T by(Strictness rules, ValueReader<T> value) throws IOException {
        Strictness usual = json.getStrictness();
        json.setStrictness(rules);
        T read = value.read();
        json.setStrictness(usual);
        return read;
    }

    private static <T> T present(T value, String name) {
        if (value == null) {
            throw new MalformedRow("has no \"" + name + "\"");
        }
        return value;
    }

    private String string() throws IOException {
        if (json.peek() != JsonToken.STRING) {
            throw new MalformedRow(wrong(json.getPath()));
        }
        return json.nextString();
    }

    private String text() throws IOException {
        return switch (json.peek()) {
            case NUMBER -> json.nextString();
            case BOOLEAN -> String.valueOf(json.nextBoolean());
            default -> string();
        };
    }

    private double count(double most) throws IOException {
        double value = number();
        if (!(value >= 1 && value <= most && value == Math.rint(value))) {
            throw new MalformedRow(wrong(json.getPreviousPath()));
        }
        return value;
    }

    private List<Double> numbers() throws IOException {
        DoubleStream.Builder numbers = DoubleStream.builder();
        for (json.beginArray(); json.hasNext(); ) {
            numbers.add(number());
        }
        json.endArray();
        return DoubleList.of(numbers.build().toArray());
    }

    private double number() throws IOException {
        if (json.peek() == JsonToken.NUMBER) {
            return Double.parseDouble(json.nextString());
        }
        Double word = ResultsFile.NO_NUMBERS.get(json.nextString());
        if (word == null) {
            throw new MalformedRow(wrong(json.getPreviousPath()));
        }
        return word;
    }
}
