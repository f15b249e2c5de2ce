package dev.callcost.data;

import dev.callcost.agent.Latencies;
import dev.callcost.data.Metric.ForkValue;
import dev.callcost.data.Metric.Quantity;
import dev.callcost.stats.Estimate;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One row of a JMH results file: one benchmark method with one set of params in one mode.
 *
 * @param benchmark the method's full name
 * @param mode JMH's short name of the mode, such as {@code avgt}
 * @param threads the number of benchmark threads
 * @param primary the score; every fork has iterations, and every score is positive and finite
 * @param secondary the profilers' metrics, without the "·" with which JMH before 1.37 begins their names
 * @param settings JVM, its arguments separated by blanks, JMH, iterations; in a row of the Go client, Go and its gRPC
 */
public record Row(
        String benchmark,
        String mode,
        int threads,
        SortedMap<String, String> params,
        Metric primary,
        SortedMap<String, Metric> secondary,
        SortedMap<String, String> settings) {

    /** The member of JMH's object, and the setting. */
    public static final String JVM_ARGUMENTS = "jvmArgs";

    /** The param of an open loop that has the calls a second. */
    public static final String RATE = "rate";

    /**
     * The param by which a benchmark says on which CPUs its threads are. Threads on several ones scatter by how deeply
     * an idle CPU sleeps, and the fastest iterations are not what a user waits.
     */
    public static final String PINNING = "pinning";

    /** The values of {@link #PINNING} for several CPUs. Reports name them in this order. */
    static final Set<String> SEVERAL_CPUS = new TreeSet<>(Set.of("FREE", "TWO_CPUS"));

    /** The modes whose scores are means of many operations. */
    private static final Set<String> MEANS = Set.of("avgt", "thrpt");

    private static final Pattern RELEASE = Pattern.compile("^(?:1\\.)?(\\d{1,4})");

    /**
     * Equal for rows whose forks are expected to scatter alike. Threads on several CPUs depend on where the scheduler
     * puts them and how deeply the other CPU sleeps: forks of such rungs differ by 4 to 15 %, forks of a rung on one
     * CPU by 2 % (results/epyc-vm-jdk17-rungs, results/epyc-vm-jdk25-rungs).
     *
     * @param mode JMH's short name of the mode
     * @param onSeveralCpus whether the row has threads on several CPUs
     */
    public record Scatter(String mode, boolean onSeveralCpus) {}

    public Row {
        params = unmodifiable(params);
        secondary = unmodifiable(secondary);
        settings = unmodifiable(settings);
    }

    /** A copy, unless the map is unmodifiable: rows are made of rows often. */
    private static <T> SortedMap<String, T> unmodifiable(SortedMap<String, T> map) {
        boolean isIt = Collections.unmodifiableSortedMap(map) == map;
        return isIt ? map : Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }

    public RowKey key() {
        return new RowKey(benchmark, mode, threads, params);
    }

    /** The key of the row whose quantity this row is; its own for any other row. */
    public RowKey keyOfWhole() {
        return primary.quantity()
                .map(it -> new RowKey(it.rowOf(benchmark), mode, threads, params))
                .orElseGet(this::key);
    }

    /** A quantity of this row as a row of its own. */
    public Row of(Quantity quantity, Metric values, SortedMap<String, Metric> metrics) {
        return with(
                quantity.benchmark(benchmark),
                new Metric(values.unit(), values.forks(), values.histograms(), Optional.of(quantity)),
                metrics,
                settings);
    }

    /**
     * Joins forks as JMH's writer does: the scores of all, and the settings of the last.
     *
     * @param forks the row with one fork each, in the order of rounds, at least one
     */
    public static Row merged(List<Row> forks) {
        if (forks.size() == 1) {
            return forks.get(0);
        }
        SortedMap<String, Metric> secondary = new TreeMap<>();
        forks.forEach(fork -> secondary.putAll(fork.secondary));
        secondary.replaceAll((name, it) -> Metric.merged(
                forks.stream().map(fork -> fork.secondary.get(name)).toList()));
        Row last = forks.get(forks.size() - 1);
        return last.with(
                last.benchmark, Metric.merged(forks.stream().map(Row::primary).toList()), secondary, last.settings);
    }

    public Row withJvmArguments(List<String> arguments) {
        SortedMap<String, String> others = new TreeMap<>(settings);
        others.put(JVM_ARGUMENTS, String.join(" ", arguments));
        return with(benchmark, primary, secondary, others);
    }

    public Row with(Metric scores) {
        return with(benchmark, scores, secondary, settings);
    }

    /** The row with metrics that another fork of it gave, in addition to its own. */
    public Row withMetrics(SortedMap<String, Metric> others) {
        SortedMap<String, Metric> all = new TreeMap<>(secondary);
        all.putAll(others);
        return with(benchmark, primary, all, settings);
    }

    Row with(
            String name,
            Metric scores,
            SortedMap<String, Metric> otherMetrics,
            SortedMap<String, String> otherSettings) {
        return new Row(name, mode, threads, params, scores, otherMetrics, otherSettings);
    }

    public String simpleName() {
        return key().simpleName();
    }

    public String label() {
        return key().label();
    }

    /**
     * How a fork's value is made: percentiles, single shots and rows with threads on several CPUs show what a user
     * waits.
     */
    public ForkValue forkValue() {
        return primary.quantity().isEmpty() && MEANS.contains(mode) && !isOnSeveralCpus()
                ? ForkValue.FASTEST_QUARTER
                : ForkValue.MEDIAN;
    }

    /** What to say of a score whose mode and unit contradict each other. */
    public Optional<String> contradiction() {
        return Unit.of(primary.unit()).contradiction("mode " + mode, Unit.isThroughput(mode), primary.unit());
    }

    /** The logarithm of each fork's value. */
    public List<Double> forkLogs() {
        return primary.logs(forkValue());
    }

    /** The value of the finite scores of each fork. */
    public double[] forkValues() {
        return primary.forkValues(forkValue());
    }

    /** The score over forks. */
    public Estimate estimate() {
        return primary.estimate(forkValue());
    }

    public boolean isOnSeveralCpus() {
        return isOnSeveralCpus(params);
    }

    public static boolean isOnSeveralCpus(Map<String, String> params) {
        return SEVERAL_CPUS.contains(params.getOrDefault(PINNING, ""));
    }

    public Scatter scatter() {
        return new Scatter(mode, isOnSeveralCpus());
    }

    /** The time per operation in nanoseconds; empty when the score is no time per operation. */
    public Optional<Estimate> nanos() {
        return nanos(estimate());
    }

    public Optional<Estimate> nanos(Estimate score) {
        return primary.nanosPerUnit().stream().mapToObj(score::times).findFirst();
    }

    /**
     * The time per operation in nanoseconds, also from a throughput; empty when the unit is none of JMH's. Of a
     * quantity see {@link Metric#logCost()}.
     */
    public Optional<Estimate> nanosPerOperation(Estimate score) {
        return primary.logCost()
                .map(cost -> new Estimate(
                        cost.applyAsDouble(score.logMean()), score.variance(), score.degrees(), score.forks()));
    }

    /** See {@link Metric#logNanos()}. */
    public Optional<DoubleUnaryOperator> logNanos() {
        return primary.logNanos();
    }

    /** Empty when the file does not have it. */
    public String jdkVersion() {
        return settings.getOrDefault("jdkVersion", "");
    }

    /** The virtual machine and its build, such as {@code OpenJDK 64-Bit Server VM 17.0.15+6}. */
    public String jdkBuild() {
        return settings.getOrDefault("vmName", "") + " " + settings.getOrDefault("vmVersion", jdkVersion());
    }

    /** The feature release of the JDK, such as 17 or 8; empty when the file does not have it. */
    public OptionalInt jdkRelease() {
        Matcher release = RELEASE.matcher(jdkVersion());
        return release.find() ? OptionalInt.of(Integer.parseInt(release.group(1))) : OptionalInt.empty();
    }

    /** B/op of all threads, from JMH's gc profiler. */
    public Optional<Metric> bytesPerOp() {
        return Optional.ofNullable(secondary.get("gc.alloc.rate.norm"));
    }

    /**
     * Whether its calls were due at a rate, or made as many as came back. A benchmark of another jar may have a param
     * that is called {@value #RATE}.
     */
    public boolean isAtRate() {
        return secondary.containsKey(Latencies.MADE);
    }

    /**
     * Whether the rate was met in at least half of the windows of each fork, so that a fork without a window did not
     * meet it; true for rows without a rate.
     */
    public boolean isRateMet() {
        return Stream.ofNullable(secondary.get(Latencies.MET))
                .allMatch(met -> Arrays.stream(met.forkMedians())
                                .filter(median -> median > 0)
                                .count()
                        == met.forks().size());
    }
}
