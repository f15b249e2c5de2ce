package dev.callcost.data;

import com.google.gson.JsonObject;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.text.Visible;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    /**
     * Short names of rows that are read together. A benchmark has the last parts of its full name, class and method at
     * least, that no other benchmark ends in. A param with one value in all rows of a benchmark is not in their names,
     * but in one line below the table; so are mode and threads that all rows share. Nor is throughput in a name when
     * all rows of the benchmark have it: the unit shows it. Different rows have different names.
     */
    public static final class RowNames {
        /** A benchmark that needs more parts than this has all of them. */
        private static final int MOST_PARTS = 32;

        private static final Set<String> THROUGHPUT = Set.of("thrpt");

        private final Map<RowKey, String> benchmarks;
        private final Map<RowKey, SortedMap<String, String>> shared = new HashMap<>();
        private final Map<RowKey, Set<String>> modes;
        private final boolean isModeShared;
        private final boolean areThreadsShared;

        /** @param rows all rows that are read together, with those that a table does not show */
        public RowNames(Collection<RowKey> rows) {
            for (RowKey row : rows) {
                shared.computeIfAbsent(benchmark(row), it -> new TreeMap<>(row.params()))
                        .entrySet()
                        .retainAll(row.params().entrySet());
            }
            modes = rows.stream()
                    .collect(Collectors.groupingBy(
                            RowNames::benchmark, Collectors.mapping(RowKey::mode, Collectors.toUnmodifiableSet())));
            isModeShared = rows.stream().map(RowKey::mode).distinct().count() == 1;
            areThreadsShared = rows.stream().map(RowKey::threads).distinct().count() == 1;
            benchmarks = unique(shared.keySet(), 2).entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, name -> Visible.of(name.getValue())));
        }

        /** The key that all rows of a benchmark of a module share. */
        private static RowKey benchmark(RowKey row) {
            return new RowKey(row.module(), row.benchmark(), null, null, null);
        }

        /** @param parts of the shortest name, the last ones */
        private static Map<RowKey, String> unique(Collection<RowKey> benchmarks, int parts) {
            Map<RowKey, String> names = new HashMap<>();
            benchmarks.stream()
                    .collect(Collectors.groupingBy(benchmark -> benchmark.last(parts)))
                    .forEach((name, alike) -> {
                        if (alike.size() == 1) {
                            names.put(alike.get(0), name);
                        } else if (parts == MOST_PARTS) {
                            alike.forEach(benchmark -> names.put(benchmark, benchmark.last(Integer.MAX_VALUE)));
                        } else {
                            names.putAll(unique(alike, parts + 1));
                        }
                    });
            return names;
        }

        /** The short name of a benchmark, without params. */
        public String ofBenchmark(RowKey row) {
            return benchmarks.get(benchmark(row));
        }

        /**
         * A row's {@linkplain RowKey#label() label} with the shortest name and without the params that all rows of its
         * benchmark share.
         */
        public String of(RowKey row) {
            SortedMap<String, String> own = new TreeMap<>(row.params());
            own.keySet().removeAll(shared.get(benchmark(row)).keySet());
            return new RowKey(
                            row.benchmark(),
                            isModeShared || modes.get(benchmark(row)).equals(THROUGHPUT)
                                    ? RowKey.USUAL_MODE
                                    : row.mode(),
                            areThreadsShared ? null : row.threads(),
                            own)
                    .label(ofBenchmark(row), own);
        }

        /** The name of {@link #of}, and a shorter one for a line without room for it. */
        public List<String> forms(RowKey row) {
            String name = of(row);
            return List.of(name, shortened(name));
        }

        /** A name without "Benchmark" and the names of params. Different names may become equal. */
        public static String shortened(String name) {
            return name.replace("Benchmark.", ".").replaceAll(" (?!threads|mode)\\w+=", " ");
        }

        /**
         * The names of some rows, {@linkplain #shortened shorter} ones where there is no room for these and they stay
         * different.
         */
        public List<String> fitting(Collection<RowKey> rows, int room) {
            List<String> names = rows.stream().map(this::of).toList();
            List<String> shorter = names.stream().map(RowNames::shortened).toList();
            boolean fits = names.stream().allMatch(name -> name.length() <= room);
            return fits || Set.copyOf(shorter).size() < Set.copyOf(names).size() ? names : shorter;
        }

        /** A row's {@linkplain RowKey#label() label} with the shortest name. */
        public String label(RowKey row) {
            return row.label(ofBenchmark(row), row.params());
        }

        /** Mode and threads that all rows share, where they are not 1 and avgt. */
        private Stream<String> ofAll(Collection<RowKey> shown) {
            return shown.stream()
                    .limit(1)
                    .map(row -> new RowKey(
                                    "",
                                    isModeShared ? row.mode() : RowKey.USUAL_MODE,
                                    areThreadsShared ? row.threads() : null,
                                    Collections.emptySortedMap())
                            .label())
                    .filter(text -> !text.isEmpty())
                    .map(text -> "all rows:" + text);
        }

        /** Adds the params that the names lack to a report of the rows that it shows. */
        public Sections addShared(Sections report, Collection<RowKey> shown) {
            Map<String, List<String>> alike = shown.stream()
                    .map(RowNames::benchmark)
                    .distinct()
                    .filter(benchmark -> !shared.get(benchmark).isEmpty())
                    .collect(Collectors.groupingBy(
                            benchmark -> RowKey.text(shared.get(benchmark)),
                            LinkedHashMap::new,
                            Collectors.mapping(benchmarks::get, Collectors.toList())));
            return report.list(
                    "Same in all rows of a benchmark:",
                    Stream.concat(
                                    ofAll(shown),
                                    alike.entrySet().stream()
                                            .map(entry -> entry.getValue().stream()
                                                    .map(name -> name.split(":")[0])
                                                    .distinct()
                                                    .collect(Collectors.joining(", ", "", ":" + entry.getKey()))))
                            .toList());
        }
    }
}
