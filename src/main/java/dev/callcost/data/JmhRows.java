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
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the rows of JMH's JSON as a stream. It keeps what a {@link Row} has, so the size of the file does not matter. */
final class JmhRows {
    private static final String JVM_ARGUMENTS = "jvmArgs";

    /** Without the JVM's path, because equal JVMs have different paths. The last five are the Go client's. */
    private static final Set<String> SETTINGS = Set.of(
            ("jmhVersion jdkVersion vmName vmVersion warmupIterations warmupTime warmupBatchSize measurementIterations"
                            + " measurementTime measurementBatchSize goVersion grpcGoVersion goMaxProcs requests pause")
                    .split(" "));

    private static final String RAW_DATA = "rawData";
    private static final String HISTOGRAM = "rawDataHistogram";

    /** Members that no row keeps. Kotlin's native and JavaScript benchmarks write NaN here as a bare word, which is not JSON. */
    private static final Set<String> ERRORS = Set.of("scoreError", "scoreConfidence");

    /** Members that stand for raw data of profilers outside of the JVM, see {@link SpreadForks}. */
    private static final Set<String> OVER_FORKS = Set.of("score", "scoreError", "scorePercentiles");

    private static final Set<String> BARE = Set.of("NaN", "Infinity", "-Infinity");

    /** The versions whose files break a param's value after a comma, with the white space that they add; those before 1.19 do not name themselves. */
    private static final Pattern BREAKS_PARAMS = Pattern.compile("(1\\.(\\d|1\\d|20|21)(\\D.*)?)?");

    private static final Pattern BREAK = Pattern.compile("\\s*\\n\\s*");

    private static final Pattern BEGINNING = Pattern.compile("^\\W*\\[\\s*\\{[^{}]*\"benchmark\"\\s*:");

    private static final Pattern PLACE = Pattern.compile("line \\d+ column \\d+");

    /** A row with a larger number, or with a score below the reciprocal, is refused: ratios and sums would overflow. */
    private static final double LARGEST = 1e100;

    private final Path file;
    private final boolean isUsable;
    private final List<Row> rows = new ArrayList<>();
    private final List<Refused> refused = new ArrayList<>();
    private double[] numbers = new double[64];
    private boolean inside;
    private String where = "it";

    /** Why the scores of the row that is read cannot be used; null when they can. */
    private String fault;

    private String firstFault;

    /** @param isUsable whether to refuse rows with scores that are not positive numbers or with numbers that are too large */
    JmhRows(Path file, boolean isUsable) {
        this.file = file;
        this.isUsable = isUsable;
    }

    /** Whether a file begins as JMH's JSON does. */
    static boolean isResultsFile(Path file) {
        try (Input bytes = Input.open(file)) {
            return BEGINNING.matcher(bytes.head()).find();
        } catch (IOException e) {
            return false;
        }
    }

    ResultsFile read() {
        try (Input bytes = Input.open(file)) {
            NotJson.name(bytes.head()).ifPresent(name -> {
                throw new BadFileException(file, name);
            });
            return read(bytes);
        } catch (NoSuchFileException e) {
            throw new BadFileException(file, "no such file");
        } catch (EOFException e) {
            throw new BadFileException(file, "is truncated, its packed data break off");
        } catch (IOException e) {
            throw new BadFileException(file, "cannot be read: " + e.getMessage());
        }
    }

    private ResultsFile read(Input bytes) throws IOException {
        try {
            JsonReader json = new JsonReader(new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder()));
            json.setStrictness(Strictness.STRICT);
            return rows(json);
        } catch (CharacterCodingException e) {
            throw new BadFileException(file, "is not text in UTF-8");
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

    private ResultsFile rows(JsonReader json) throws IOException {
        if (json.peek() != JsonToken.BEGIN_ARRAY) {
            throw notJmh("is not an array of rows");
        }
        json.beginArray();
        inside = true;
        for (int number = 1; json.hasNext(); number++) {
            where = "row " + number;
            if (json.peek() != JsonToken.BEGIN_OBJECT) {
                throw notJmh("is not an object");
            }
            add(row(json));
        }
        json.endArray();
        inside = false;
        json.peek(); // throws when the array is not all of the file
        if (rows.isEmpty()) {
            throw new BadFileException(file, refused.isEmpty() ? "holds no rows" : firstFault);
        }
        return new ResultsFile(file, rows, refused);
    }

    private void add(Row row) {
        if (fault == null) {
            rows.add(row);
            return;
        }
        refused.add(new Refused(row.key(), fault));
        firstFault = firstFault == null ? where + " " + fault : firstFault;
    }

    /** @throws BadFileException also when the row is refused */
    Row row(JsonObject json) {
        Row row = new TypeAdapter<Row>() {
            @Override
            public Row read(JsonReader tree) throws IOException {
                return row(tree);
            }

            @Override
            public void write(JsonWriter out, Row value) {
                throw new UnsupportedOperationException();
            }
        }.fromJsonTree(json);
        if (fault != null) {
            throw new BadFileException(file, where + " " + fault);
        }
        return row;
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
        private Map<String, String> params = Map.of();
        private Metric primary;
        private final SortedMap<String, Metric> secondary = new TreeMap<>();
        private final SortedMap<String, String> settings = new TreeMap<>();
    }

    private Row row(JsonReader json) throws IOException {
        fault = null;
        Parts row = new Parts();
        members(json, name -> {
            switch (name) {
                case "benchmark" -> {
                    row.benchmark = string(json, name);
                    where += " (" + row.benchmark + ")";
                }
                case "mode" -> row.mode = string(json, name);
                case "threads" -> row.threads = count(json, name);
                case "params" -> row.params = params(json);
                case "primaryMetric" -> row.primary = metric(json, name, true);
                case "secondaryMetrics" -> {
                    expect(json, JsonToken.BEGIN_OBJECT, name, "an object");
                    members(json, metric -> row.secondary.put(metric, metric(json, metric, false)));
                }
                case JVM_ARGUMENTS -> row.settings.put(name, words(json));
                default -> {
                    if (SETTINGS.contains(name)) {
                        row.settings.put(name, text(json, name));
                    } else {
                        json.skipValue();
                    }
                }
            }
        });
        return new Row(
                present(row.benchmark, "benchmark"),
                present(row.mode, "mode"),
                row.threads,
                whole(row.params, row.settings.getOrDefault("jmhVersion", "")),
                present(row.primary, "primaryMetric"),
                row.secondary,
                row.settings);
    }

    private static SortedMap<String, String> whole(Map<String, String> params, String version) {
        SortedMap<String, String> whole = new TreeMap<>(params);
        if (BREAKS_PARAMS.matcher(version).matches()) {
            whole.replaceAll((name, value) -> BREAK.matcher(value).replaceAll(""));
        }
        return whole;
    }

    private Map<String, String> params(JsonReader json) throws IOException {
        Map<String, String> params = new TreeMap<>();
        expect(json, JsonToken.BEGIN_OBJECT, "params", "an object");
        Strictness strictness = json.getStrictness();
        json.setStrictness(Strictness.LEGACY_STRICT); // line feeds in values: see BREAKS_PARAMS
        members(json, name -> params.put(name, text(json, name)));
        json.setStrictness(strictness);
        return params;
    }

    private String words(JsonReader json) throws IOException {
        List<String> words = new ArrayList<>();
        for (begin(json, JVM_ARGUMENTS); json.hasNext(); ) {
            words.add(text(json, JVM_ARGUMENTS));
        }
        json.endArray();
        return String.join(" ", words);
    }

    private Metric metric(JsonReader json, String metric, boolean isScore) throws IOException {
        expect(json, JsonToken.BEGIN_OBJECT, metric, "an object");
        List<List<Double>> raw = new ArrayList<>();
        List<List<Double>> means = new ArrayList<>();
        List<List<Histogram>> histograms = new ArrayList<>();
        String[] unit = new String[1];
        Set<String> data = new HashSet<>();
        Map<String, Double> overForks = new TreeMap<>();
        members(json, name -> {
            switch (name) {
                case "scoreUnit" -> unit[0] = string(json, name);
                case RAW_DATA -> {
                    data.add(name);
                    for (begin(json, name); json.hasNext(); ) {
                        int count = numbers(json, name); // may replace the array
                        raw.add(Scores.of(numbers, count));
                    }
                    json.endArray();
                }
                case HISTOGRAM -> {
                    data.add(name);
                    histograms(json, means, histograms);
                }
                default -> {
                    if (!isScore && OVER_FORKS.contains(name)) {
                        summary(json, name, overForks);
                    } else if (ERRORS.contains(name)) {
                        skipNumbers(json, name);
                    } else {
                        json.skipValue();
                    }
                }
            }
        });
        if (data.isEmpty()) {
            throw notJmh("has no \"" + RAW_DATA + "\"");
        }
        List<List<Double>> forks = data.contains(HISTOGRAM) ? means : raw;
        if (isScore && isUsable) {
            fault(forks).ifPresent(this::refuse);
        }
        if (!isScore && forks.stream().allMatch(List::isEmpty)) {
            forks = SpreadForks.of(
                    forks.size(),
                    overForks.getOrDefault("score", Double.NaN),
                    overForks.getOrDefault("scoreError", Double.NaN),
                    overForks.getOrDefault("0.0", Double.NaN),
                    overForks.getOrDefault("100.0", Double.NaN));
        }
        return new Metric(present(unit[0], "scoreUnit"), forks, histograms);
    }

    /** Reads what a metric is over forks: a number, or percentiles by their names. */
    private void summary(JsonReader json, String name, Map<String, Double> overForks) throws IOException {
        Strictness strictness = json.getStrictness();
        json.setStrictness(Strictness.LENIENT); // NaN may be a bare word
        if (json.peek() == JsonToken.BEGIN_OBJECT) {
            members(json, percentile -> summary(json, percentile, overForks));
        } else if (json.peek() == JsonToken.NUMBER) {
            overForks.put(name, Double.parseDouble(json.nextString()));
        } else {
            json.skipValue();
        }
        json.setStrictness(strictness);
    }

    /** Why scores cannot be used, see {@link Refused}; empty when they can. */
    static Optional<String> fault(List<List<Double>> forks) {
        if (forks.isEmpty()) {
            return Optional.of("has no raw data");
        }
        for (List<Double> fork : forks) {
            if (fork.isEmpty()) {
                return Optional.of("has a fork without iterations");
            }
            for (double score : fork) {
                if (!(score > 0 && score < Double.POSITIVE_INFINITY)) {
                    return Optional.of("has the score " + score + ", which is not a positive number");
                }
                if (score < 1 / LARGEST) {
                    return Optional.of("has the score " + score + ", which is too small to be measured");
                }
            }
        }
        return Optional.empty();
    }

    private void refuse(String why) {
        fault = fault == null ? why : fault;
    }

    /** Reads an array into {@link #numbers} and returns its length. */
    private int numbers(JsonReader json, String name) throws IOException {
        int size = 0;
        for (begin(json, name); json.hasNext(); size++) {
            add(size, number(json, name));
        }
        json.endArray();
        return size;
    }

    private void add(int place, double number) {
        if (place == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * place);
        }
        numbers[place] = number;
    }

    private void histograms(JsonReader json, List<List<Double>> means, List<List<Histogram>> histograms)
            throws IOException {
        for (begin(json, HISTOGRAM); json.hasNext(); ) {
            List<Double> ofFork = new ArrayList<>();
            List<Histogram> iterations = new ArrayList<>();
            for (begin(json, HISTOGRAM); json.hasNext(); ) {
                int size = pairs(json);
                double[] values = new double[size / 2];
                double[] counts = new double[size / 2];
                for (int n = 0; n < counts.length; n++) {
                    values[n] = numbers[2 * n];
                    counts[n] = numbers[2 * n + 1];
                }
                ofFork.add(mean(values, counts));
                iterations.add(Histogram.of(values, counts));
            }
            json.endArray();
            means.add(ofFork);
            histograms.add(iterations);
        }
        json.endArray();
    }

    /** Reads an iteration's pairs of value and count into {@link #numbers} and returns how many numbers they are. */
    private int pairs(JsonReader json) throws IOException {
        int size = 0;
        for (begin(json, HISTOGRAM); json.hasNext(); size += 2) {
            begin(json, HISTOGRAM);
            for (int n = 0; n < 2; n++) {
                if (!json.hasNext()) {
                    throw notPairs();
                }
                add(size + n, number(json, HISTOGRAM));
            }
            if (json.hasNext()) {
                throw notPairs();
            }
            json.endArray();
            double value = numbers[size];
            double times = numbers[size + 1];
            if (!(value >= 0) || !isCount(times, LARGEST)) {
                throw notJmh("has a " + HISTOGRAM + " with " + times + " times " + value);
            }
        }
        json.endArray();
        return size;
    }

    private BadFileException notPairs() {
        return notJmh("has a " + HISTOGRAM + " that is not made of pairs");
    }

    /** JMH's score of a SampleTime iteration. */
    private static double mean(double[] values, double[] counts) {
        double sum = 0;
        double count = 0;
        for (int n = 0; n < counts.length; n++) {
            sum += values[n] * counts[n];
            count += counts[n];
        }
        return sum / count;
    }

    private void members(JsonReader json, Member member) throws IOException {
        Set<String> names = new HashSet<>();
        for (json.beginObject(); json.hasNext(); ) {
            String name = json.nextName();
            if (!names.add(name)) {
                throw notJmh("has two of \"" + name + "\"");
            }
            member.read(name);
        }
        json.endObject();
    }

    private <T> T present(T value, String name) {
        if (value == null) {
            throw notJmh("has no \"" + name + "\"");
        }
        return value;
    }

    private void expect(JsonReader json, JsonToken token, String name, String what) throws IOException {
        if (json.peek() != token) {
            throw notJmh("has a \"" + name + "\" that is not " + what);
        }
    }

    private void begin(JsonReader json, String name) throws IOException {
        expect(json, JsonToken.BEGIN_ARRAY, name, "made of arrays");
        json.beginArray();
    }

    private String string(JsonReader json, String name) throws IOException {
        expect(json, JsonToken.STRING, name, "a string");
        return json.nextString();
    }

    private String text(JsonReader json, String name) throws IOException {
        return switch (json.peek()) {
            case NUMBER -> json.nextString();
            case BOOLEAN -> String.valueOf(json.nextBoolean());
            default -> string(json, name);
        };
    }

    private int count(JsonReader json, String name) throws IOException {
        double value = number(json, name);
        if (!isCount(value, Integer.MAX_VALUE)) {
            throw notJmh("has a \"" + name + "\" that is not a count");
        }
        return (int) value;
    }

    private static boolean isCount(double value, double most) {
        return value >= 1 && value <= most && value == Math.rint(value);
    }

    private double number(JsonReader json, String name) throws IOException {
        JsonToken token = json.peek();
        if (token == JsonToken.NUMBER) {
            String text = json.nextString();
            double number = Double.parseDouble(text);
            if (isUsable && Math.abs(number) > LARGEST) {
                refuse("has a \"" + name + "\" with " + text + ", which is too large to be measured");
            }
            return number;
        }
        Double word = token == JsonToken.STRING ? ResultsFile.NO_NUMBERS.get(json.nextString()) : null;
        if (word == null) {
            throw notJmh("has a \"" + name + "\" with something that is not a number");
        }
        return word;
    }

    /** Skips a number or an array of numbers, see {@link #ERRORS}. */
    private void skipNumbers(JsonReader json, String name) throws IOException {
        Strictness strictness = json.getStrictness();
        json.setStrictness(Strictness.LENIENT);
        if (json.peek() == JsonToken.BEGIN_ARRAY) {
            for (json.beginArray(); json.hasNext(); ) {
                skipNumber(json, name);
            }
            json.endArray();
        } else {
            skipNumber(json, name);
        }
        json.setStrictness(strictness);
    }

    private void skipNumber(JsonReader json, String name) throws IOException {
        JsonToken token = json.peek();
        if (token != JsonToken.NUMBER && token != JsonToken.STRING) {
            throw notJmh("has a \"" + name + "\" with something that is not a number");
        }
        String text = json.nextString();
        if (token == JsonToken.STRING && !BARE.contains(text) && !ResultsFile.NO_NUMBERS.containsKey(text)) {
            throw new MalformedJsonException(json.toString()); // another bare word, or one that breaks off
        }
    }

    private BadFileException notJmh(String what) {
        return new BadFileException(file, "is not a JMH results file, " + where + " " + what);
    }
}
