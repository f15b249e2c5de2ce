package dev.callcost.data;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import com.google.gson.stream.MalformedJsonException;
import dev.callcost.text.BadFileException;
import dev.callcost.text.Input;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/** Reads the rows of JMH's JSON as a stream. It keeps what a {@link Row} has, so the size of the file does not matter. */
final class JmhRows {
    /** Without the JVM's path, because equal JVMs have different paths. The last five are the Go client's. */
    private static final Set<String> SETTINGS = Set.of(
            ("jmhVersion jdkVersion vmName vmVersion warmupIterations warmupTime warmupBatchSize measurementIterations"
                            + " measurementTime measurementBatchSize goVersion grpcGoVersion goMaxProcs requests pause")
                    .split(" "));

    private static final String RAW_DATA = "rawData";
    private static final String HISTOGRAM = "rawDataHistogram";

    /** Members in which Kotlin's native and JavaScript benchmarks write NaN as a bare word, which is not JSON. */
    private static final Set<String> ERRORS = Set.of("scoreError", "scoreConfidence");

    /** Members that stand for raw data of profilers outside of the JVM, see {@link SpreadForks}. */
    private static final Set<String> OVER_FORKS = Set.of("score", "scoreError", "scorePercentiles");

    private static final Set<String> BARE = Set.of("NaN", "Infinity", "-Infinity");

    /** The versions whose files break a param's value after a comma, with the white space that they add; those before 1.19 do not name themselves. */
    private static final Pattern BREAKS_PARAMS = Pattern.compile("(1\\.(\\d|1\\d|20|21)(\\D.*)?)?");

    private static final Pattern BREAK = Pattern.compile("\\s*\\n\\s*");

    private static final Pattern BEGINNING = Pattern.compile("^\\W*\\[\\s*\\{[^{}]*\"benchmark\"\\s*:");

    private static final Pattern PLACE = Pattern.compile("line \\d+ column \\d+");

    /** How files begin that are given in place of JMH's JSON, and what to do. */
    private static final Map<Pattern, String> NOT_JSON = Map.of(
            Pattern.compile("^(\u00fe\u00ff|\u00ff\u00fe|\u0000.|.\u0000)"), "is text in UTF-16: write it in UTF-8",
            Pattern.compile("^(\u00ef\u00bb\u00bf)?\"?Benchmark\"?[,;]\"?Mode\"?[,;]"),
                    "is JMH's CSV: run with -rf json",
            Pattern.compile("^\\\\begin\\{tabular"), "is JMH's LaTeX: run with -rf json",
            Pattern.compile("(?m)^(# (JMH version|VM version|Run progress): |Benchmark +(\\(\\w+\\) +)*Mode +)"),
                    "is JMH's text: run with -rf json -rff FILE.json");

    /** The dot with which JMH before 1.37 marks the metrics of profilers. */
    private static final Pattern MARK = Pattern.compile("^\u00b7");

    private final Path file;
    private JsonReader json;
    private boolean inside;
    private String where = "it";

    JmhRows(Path file) {
        this.file = file;
    }

    /** Whether a file begins as JMH's JSON does. */
    static boolean isResultsFile(Path file) {
        try (Input bytes = Input.open(file)) {
            return BEGINNING.matcher(bytes.head()).find();
        } catch (IOException e) {
            return false;
        }
    }

    /** The rows of the file, which may be none, and whose scores need not be positive numbers. */
    List<Row> read() {
        try (Input bytes = Input.open(file)) {
            String head = bytes.head();
            NOT_JSON.forEach((beginning, what) -> {
                if (beginning.matcher(head).find()) {
                    throw new BadFileException(file, what);
                }
            });
            return read(bytes);
        } catch (IOException e) {
            throw new BadFileException(file, e);
        }
    }

    private List<Row> read(Input bytes) throws IOException {
        try {
            json = new JsonReader(new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder()));
            json.setStrictness(Strictness.STRICT);
            return rows();
        } catch (EOFException | MalformedJsonException | JsonParseException e) {
            // the rest of the message is about Gson's own settings
            Matcher place = PLACE.matcher(String.valueOf(e.getMessage()));
            throw new BadFileException(file, fault(e, bytes) + (place.find() ? place.group() : "an unknown place"));
        }
    }

    private String fault(Exception e, Input bytes) throws IOException {
        int last = bytes.last();
        if (last < 0) {
            throw new BadFileException(file, "is empty");
        }
        return e instanceof EOFException || inside && last != ']'
                ? "is truncated, it breaks off at "
                : "is not JSON at ";
    }

    private List<Row> rows() throws IOException {
        if (json.peek() != JsonToken.BEGIN_ARRAY) {
            throw notJmh("is not an array of rows");
        }
        List<Row> rows = new ArrayList<>();
        json.beginArray();
        inside = true;
        for (int number = 1; json.hasNext(); number++) {
            where = "row " + number;
            if (json.peek() != JsonToken.BEGIN_OBJECT) {
                throw notJmh("is not an object");
            }
            rows.add(row());
        }
        json.endArray();
        inside = false;
        json.peek(); // throws when the array is not all of the file
        return rows;
    }

    /** JMH's object of a row. */
    Row row(JsonObject object) {
        return new TypeAdapter<Row>() {
            @Override
            public Row read(JsonReader tree) throws IOException {
                json = tree;
                return row();
            }

            @Override
            public void write(JsonWriter out, Row value) {
                throw new UnsupportedOperationException();
            }
        }.fromJsonTree(object);
    }

    /** Reads the value of a member. */
    private interface Member {
        void read(String name) throws IOException;
    }

    /** What a row holds, while it is read: members come in any order. */
    private static final class Parts {
        private String benchmark;
        private String mode;
        private int threads = 1;
        private Metric primary;
        private final SortedMap<String, String> params = new TreeMap<>();
        private final SortedMap<String, Metric> secondary = new TreeMap<>();
        private final SortedMap<String, String> settings = new TreeMap<>();
    }

    private Row row() throws IOException {
        Parts row = new Parts();
        members("row", name -> {
            switch (name) {
                case "benchmark" -> {
                    row.benchmark = string(name);
                    where += " (" + row.benchmark + ")";
                }
                case "mode" -> row.mode = string(name);
                case "threads" -> row.threads = count(name);
                case "params" -> // line feeds in values: see BREAKS_PARAMS
                    by(Strictness.LEGACY_STRICT, name, it -> members(it, param -> row.params.put(param, text(param))));
                case "primaryMetric" -> row.primary = metric(name, true);
                case "secondaryMetrics" ->
                    members(
                            name,
                            metric -> row.secondary.put(MARK.matcher(metric).replaceFirst(""), metric(metric, false)));
                case "jvmArgs" -> {
                    List<String> words = new ArrayList<>();
                    array(name, it -> words.add(text(it)));
                    row.settings.put(name, String.join(" ", words));
                }
                default -> {
                    if (SETTINGS.contains(name)) {
                        row.settings.put(name, text(name));
                    } else {
                        json.skipValue();
                    }
                }
            }
        });
        if (BREAKS_PARAMS.matcher(row.settings.getOrDefault("jmhVersion", "")).matches()) {
            row.params.replaceAll((name, value) -> BREAK.matcher(value).replaceAll(""));
        }
        return new Row(
                present(row.benchmark, "benchmark"),
                present(row.mode, "mode"),
                row.threads,
                row.params,
                present(row.primary, "primaryMetric"),
                row.secondary,
                row.settings);
    }

    private Metric metric(String metric, boolean isScore) throws IOException {
        List<List<Double>> raw = new ArrayList<>();
        List<List<Histogram>> histograms = new ArrayList<>();
        String[] unit = new String[1];
        Map<String, String> overForks = new TreeMap<>();
        Set<String> names = members(metric, name -> {
            switch (name) {
                case "scoreUnit" -> unit[0] = string(name);
                case RAW_DATA -> array(name, it -> raw.add(numbers(it)));
                case HISTOGRAM ->
                    array(name, it -> {
                        List<Histogram> iterations = new ArrayList<>();
                        array(it, iteration -> iterations.add(histogram(iteration)));
                        histograms.add(iterations);
                    });
                default -> {
                    if (ERRORS.contains(name) || !isScore && OVER_FORKS.contains(name)) {
                        by(Strictness.LENIENT, name, it -> summary(it, overForks));
                    } else {
                        json.skipValue();
                    }
                }
            }
        });
        if (!names.contains(RAW_DATA) && !names.contains(HISTOGRAM)) {
            throw notJmh("has no \"" + RAW_DATA + "\"");
        }
        List<List<Double>> forks = names.contains(HISTOGRAM)
                ? histograms.stream()
                        .map(fork -> fork.stream().map(Histogram::mean).toList())
                        .toList()
                : raw;
        if (!isScore && forks.stream().allMatch(List::isEmpty)) {
            ToDoubleFunction<String> number = name -> Double.parseDouble(overForks.getOrDefault(name, "NaN"));
            forks = SpreadForks.of(
                    forks.size(),
                    number.applyAsDouble("score"),
                    number.applyAsDouble("scoreError"),
                    number.applyAsDouble("0.0"),
                    number.applyAsDouble("100.0"));
        }
        return new Metric(present(unit[0], "scoreUnit"), forks, histograms);
    }

    /** Reads what a metric is over forks: a number, an array of them, or percentiles by their names. */
    private void summary(String name, Map<String, String> overForks) throws IOException {
        switch (json.peek()) {
            case BEGIN_OBJECT -> members(name, percentile -> summary(percentile, overForks));
            case BEGIN_ARRAY -> array(name, it -> summary(it, overForks));
            case NUMBER -> overForks.put(name, json.nextString());
            case STRING -> {
                String text = json.nextString();
                if (!BARE.contains(text) && !ResultsFile.NO_NUMBERS.containsKey(text)) {
                    throw new MalformedJsonException(json.toString()); // another bare word, or one that breaks off
                }
            }
            default -> throw notNumber(name);
        }
    }

    private List<Double> numbers(String name) throws IOException {
        List<Double> numbers = new ArrayList<>();
        array(name, it -> numbers.add(number(it)));
        return numbers;
    }

    /** Reads an iteration's pairs of value and count. */
    private Histogram histogram(String name) throws IOException {
        DoubleStream.Builder values = DoubleStream.builder();
        DoubleStream.Builder counts = DoubleStream.builder();
        array(name, it -> {
            List<Double> pair = numbers(it);
            if (pair.size() != 2) {
                throw notJmh("has a " + it + " that is not made of pairs");
            }
            if (!(pair.get(0) >= 0) || !isCount(pair.get(1), Long.MAX_VALUE)) {
                throw notJmh("has a " + it + " with " + pair.get(1) + " times " + pair.get(0));
            }
            values.add(pair.get(0));
            counts.add(pair.get(1));
        });
        return Histogram.of(values.build().toArray(), counts.build().toArray());
    }

    /** Reads the object of a member and returns the names of its own members. */
    private Set<String> members(String of, Member member) throws IOException {
        expect(JsonToken.BEGIN_OBJECT, of, "an object");
        Set<String> names = new HashSet<>();
        for (json.beginObject(); json.hasNext(); ) {
            String name = json.nextName();
            if (!names.add(name)) {
                throw notJmh("has two of \"" + name + "\"");
            }
            member.read(name);
        }
        json.endObject();
        return names;
    }

    /** @param element reads an element of the member's array */
    private void array(String name, Member element) throws IOException {
        expect(JsonToken.BEGIN_ARRAY, name, "made of arrays");
        for (json.beginArray(); json.hasNext(); ) {
            element.read(name);
        }
        json.endArray();
    }

    /** Reads a member by rules of its own. */
    private void by(Strictness rules, String name, Member member) throws IOException {
        Strictness usual = json.getStrictness();
        json.setStrictness(rules);
        member.read(name);
        json.setStrictness(usual);
    }

    private <T> T present(T value, String name) {
        if (value == null) {
            throw notJmh("has no \"" + name + "\"");
        }
        return value;
    }

    private void expect(JsonToken token, String name, String what) throws IOException {
        if (json.peek() != token) {
            throw notJmh("has a \"" + name + "\" that is not " + what);
        }
    }

    private String string(String name) throws IOException {
        expect(JsonToken.STRING, name, "a string");
        return json.nextString();
    }

    private String text(String name) throws IOException {
        return switch (json.peek()) {
            case NUMBER -> json.nextString();
            case BOOLEAN -> String.valueOf(json.nextBoolean());
            default -> string(name);
        };
    }

    private int count(String name) throws IOException {
        double value = number(name);
        if (!isCount(value, Integer.MAX_VALUE)) {
            throw notJmh("has a \"" + name + "\" that is not a count");
        }
        return (int) value;
    }

    private static boolean isCount(double value, double most) {
        return value >= 1 && value <= most && value == Math.rint(value);
    }

    private double number(String name) throws IOException {
        JsonToken token = json.peek();
        if (token == JsonToken.NUMBER) {
            return Double.parseDouble(json.nextString());
        }
        Double word = token == JsonToken.STRING ? ResultsFile.NO_NUMBERS.get(json.nextString()) : null;
        if (word == null) {
            throw notNumber(name);
        }
        return word;
    }

    private BadFileException notNumber(String name) {
        return notJmh("has a \"" + name + "\" with something that is not a number");
    }

    private BadFileException notJmh(String what) {
        return new BadFileException(file, "is not a JMH results file, " + where + " " + what);
    }
}
