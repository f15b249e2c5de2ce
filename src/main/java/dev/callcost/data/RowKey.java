package dev.callcost.data;

import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The identity of a row. Two rows with equal keys, in two files or on two sides, are the same row.
 *
 * @param threads null where it does not identify a row: the sides of {@code compare} may have different numbers
 * @param params without those that the user sets differently on the two sides
 */
public record RowKey(String benchmark, String mode, Integer threads, SortedMap<String, String> params) {
    private static final Pattern DIGITS = Pattern.compile("\\d+");

    /** Orders rows by their labels, and numbers in labels by value. */
    public static final Comparator<RowKey> BY_LABEL = Comparator.comparing(row -> DIGITS.matcher(row.label())
            .replaceAll(digits -> "0".repeat(Math.max(0, 20 - digits.group().length())) + digits.group()));

    public RowKey(String benchmark, String mode, Map<String, String> params) {
        this(benchmark, mode, null, new TreeMap<>(params));
    }

    public RowKey whateverItsThreads() {
        return new RowKey(benchmark, mode, params);
    }

    /**
     * The name in reports: {@link #simpleName()}, the params, and threads and mode where they are not 1 and avgt.
     *
     * @throws NullPointerException when a part other than the threads is missing, as in a key read from a file
     */
    public String label() {
        return simpleName()
                + text(params)
                + (threads == null || threads == 1 ? "" : " threads=" + threads)
                + (mode.equals("avgt") ? "" : " mode=" + mode);
    }

    static String text(SortedMap<String, String> params) {
        return params.entrySet().stream()
                .map(param -> " " + param.getKey() + "=" + param.getValue())
                .collect(Collectors.joining());
    }

    /** Without the package: {@code RmiBenchmark.call}. */
    public String simpleName() {
        int method = benchmark.lastIndexOf('.');
        return benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1);
    }
}
