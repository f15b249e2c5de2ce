package dev.callcost.data;

import com.google.gson.JsonObject;
import dev.callcost.text.Numbers;
import dev.callcost.text.Visible;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The identity of a row. Two rows with equal keys, in two files or on two sides, are the same row.
 *
 * @param module of several JMH jars that are compared together; null where no other of them has this row
 * @param threads null where it does not identify a row: the sides of {@code compare} may have different numbers
 * @param params without those that the user sets differently on the two sides, and without those whose value is empty:
 *     an empty value stands for a benchmark without the param, so its rows are also those of older files
 */
public record RowKey(String module, String benchmark, String mode, Integer threads, SortedMap<String, String> params) {
    static final String USUAL_MODE = "avgt";

    private static final Pattern LIKE_PARAMS = Pattern.compile(" [^ =]*=");

    /** Orders rows by their labels, and numbers in labels by value. */
    public static final Comparator<RowKey> BY_LABEL = Comparator.<RowKey, String>comparing(
                    row -> Numbers.sortable(row.label()))
            .thenComparing(RowKey::benchmark);

    public RowKey {
        if (params != null && params.containsValue("")) { // null in a key read from a malformed file
            params = new TreeMap<>(params);
            params.values().removeIf(String::isEmpty);
        }
    }

    public RowKey(String benchmark, String mode, Integer threads, SortedMap<String, String> params) {
        this(null, benchmark, mode, threads, params);
    }

    public RowKey(String benchmark, String mode, Map<String, String> params) {
        this(benchmark, mode, null, new TreeMap<>(params));
    }

    /** @throws RuntimeException when a part other than module and threads is missing, or of the wrong kind */
    public static RowKey of(JsonObject log) {
        SortedMap<String, String> params = new TreeMap<>();
        log.getAsJsonObject("params").asMap().forEach((name, value) -> params.put(name, value.getAsString()));
        return new RowKey(
                log.has("module") ? log.get("module").getAsString() : null,
                log.get("benchmark").getAsString(),
                log.get("mode").getAsString(),
                log.has("threads") ? log.get("threads").getAsInt() : null,
                params);
    }

    public RowKey ofModule(String name) {
        return new RowKey(name, benchmark, mode, threads, params);
    }

    /** The same row of another benchmark, such as one that is named after a quantity. */
    public RowKey ofBenchmark(String other) {
        return new RowKey(module, other, mode, threads, params);
    }

    public RowKey without(String param) {
        SortedMap<String, String> others = new TreeMap<>(params);
        others.remove(param);
        return new RowKey(module, benchmark, mode, threads, others);
    }

    /** The key of the values of this row in another unit. */
    public RowKey in(String unit) {
        return ofBenchmark(benchmark + " in " + unit);
    }

    public RowKey whateverItsThreads() {
        return new RowKey(module, benchmark, mode, null, params);
    }

    /**
     * The name in reports: the module before a slash, {@link #simpleName()}, the params, and threads and mode where
     * they are not 1 and avgt.
     *
     * @throws NullPointerException when a part other than the threads is missing, as in a key read from a file
     */
    public String label() {
        return label(Visible.of(last(2)), params);
    }

    /** The label with the package. */
    public String fullLabel() {
        return label(Visible.of(ofModule() + benchmark), params);
    }

    /** Whether a regular expression is found in the {@link #label()}, or in the same with the package. */
    public boolean has(Pattern regexp) {
        return Stream.of(label(), fullLabel())
                .anyMatch(text -> regexp.matcher(text).find());
    }

    /** A label with another name and with fewer params. */
    String label(String name, SortedMap<String, String> shown) {
        return name
                + text(shown)
                + (threads == null || threads == 1 ? "" : " threads=" + threads)
                + (mode.equals(USUAL_MODE) ? "" : " mode=" + Visible.of(mode));
    }

    /** Params as names of rows have them, each behind a blank. */
    public static String text(SortedMap<String, String> params) {
        return params.entrySet().stream()
                .map(param -> " " + Visible.of(param.getKey()) + "=" + quoted(Visible.of(param.getValue())))
                .collect(Collectors.joining());
    }

    /** A value that looks like more than one param is quoted. */
    private static String quoted(String value) {
        return LIKE_PARAMS.matcher(value).find() ? '"' + value + '"' : value;
    }

    private String ofModule() {
        return module == null ? "" : module + "/";
    }

    /** The module and the last parts of the benchmark's name, see {@link #last(int, String)}. */
    String last(int parts) {
        return ofModule() + last(parts, benchmark);
    }

    /** Without the package: {@code RmiBenchmark.call}. */
    public String simpleName() {
        return last(2, benchmark);
    }

    /**
     * The last parts of a name, with what follows a colon, such as a method of a group or a metric; all of it when it
     * has no more.
     */
    private static String last(int parts, String name) {
        int from = (name + ":").indexOf(':');
        for (int n = 0; n < parts && from >= 0; n++) {
            from = name.lastIndexOf('.', from - 1);
        }
        return name.substring(from + 1);
    }
}
