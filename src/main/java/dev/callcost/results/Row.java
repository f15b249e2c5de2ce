package dev.callcost.results;

import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One row of a JMH results file: one benchmark method with one set of params in one mode.
 *
 * @param benchmark the method's full name
 * @param mode JMH's short name of the mode, such as {@code avgt}
 * @param threads the number of benchmark threads
 * @param params the params by name, empty when there are none
 * @param primary the score; every fork has iterations, and every score is positive and finite
 * @param secondary the profilers' metrics by the name in the file
 * @param settings how it was measured, as far as the file says: JVM, its arguments separated by blanks, JMH, iterations; of
 *     a row that the client in Go wrote, Go and its gRPC
 */
public record Row(
        String benchmark,
        String mode,
        int threads,
        SortedMap<String, String> params,
        Metric primary,
        SortedMap<String, Metric> secondary,
        SortedMap<String, String> settings) {

    private static final Pattern DIGITS = Pattern.compile("\\d+");
    private static final Pattern RELEASE = Pattern.compile("^(?:1\\.)?(\\d{1,4})");
    private static final String THROUGHPUT = "ops/";

    private static final Map<String, Double> NANOS = Map.of(
            "ns/op", 1.0,
            "us/op", 1e3,
            "ms/op", 1e6,
            "s/op", 1e9,
            "min/op", 60e9,
            "hr/op", 3600e9,
            "day/op", 86400e9);

    /** Orders rows by their labels, numbers within them by value. */
    public static final Comparator<Row> BY_LABEL = Comparator.comparing(Row::sortKey);

    public Row {
        params = Collections.unmodifiableSortedMap(new TreeMap<>(params));
        secondary = Collections.unmodifiableSortedMap(new TreeMap<>(secondary));
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }

    /** The class's and the method's name without the package: {@code RmiBenchmark.call}. */
    public String simpleName() {
        return simpleName(benchmark);
    }

    private static String simpleName(String benchmark) {
        int method = benchmark.lastIndexOf('.');
        return benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1);
    }

    /** The simple name, the params, and threads and mode where they are not 1 and avgt. */
    public String label() {
        return label(benchmark, mode, threads, params);
    }

    /** The label of the row that has these; see {@link #label()}. */
    public static String label(String benchmark, String mode, int threads, SortedMap<String, String> params) {
        String named = params.entrySet().stream()
                .map(param -> " " + param.getKey() + "=" + param.getValue())
                .collect(Collectors.joining("", simpleName(benchmark), ""));
        return named + (threads == 1 ? "" : " threads=" + threads) + (mode.equals("avgt") ? "" : " mode=" + mode);
    }

    /** The estimate of the time one operation takes, in nanoseconds; empty when the score is no time per operation. */
    public Optional<Estimate> nanos() {
        return Optional.ofNullable(NANOS.get(primary.unit()))
                .map(factor -> primary.estimate().times(factor));
    }

    /**
     * The time one operation takes, in nanoseconds, also from a throughput; empty when the unit is none of JMH's.
     *
     * @param byMean whether a fork counts by the mean of its iterations, not by their median
     */
    public Optional<Estimate> nanosPerOperation(boolean byMean) {
        String unit = primary.unit();
        Estimate score = byMean ? primary.estimateOfMeans() : primary.estimate();
        if (unit.startsWith(THROUGHPUT)) {
            return Optional.ofNullable(NANOS.get(unit.substring(THROUGHPUT.length()) + "/op"))
                    .map(factor -> score.inverse().times(factor));
        }
        return Optional.ofNullable(NANOS.get(unit)).map(score::times);
    }

    /** The version of the JDK in the forks, empty when the file does not say. */
    public String jdkVersion() {
        return settings.getOrDefault("jdkVersion", "");
    }

    /** The Java release of the forks' JDK, such as 17 or 8; empty when the file does not say. */
    public OptionalInt jdkRelease() {
        Matcher release = RELEASE.matcher(jdkVersion());
        return release.find() ? OptionalInt.of(Integer.parseInt(release.group(1))) : OptionalInt.empty();
    }

    /**
     * Bytes allocated per operation by all threads of the fork, as JMH's gc profiler gives it (named with a "·" before
     * JMH 1.37); empty when it did not run.
     */
    public Optional<Metric> bytesPerOp() {
        return Optional.ofNullable(
                secondary.getOrDefault("gc.alloc.rate.norm", secondary.get("\u00b7gc.alloc.rate.norm")));
    }

    private String sortKey() {
        return DIGITS.matcher(label())
                .replaceAll(digits -> "0".repeat(Math.max(0, 20 - digits.group().length())) + digits.group());
    }
}
