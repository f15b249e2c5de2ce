package dev.callcost.launch;

import dev.callcost.agent.Latencies;
import dev.callcost.agent.SeveralCpus;
import dev.callcost.data.RowKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * One row of a results file: a benchmark in one mode with one value for each of its parameters.
 *
 * @param params in JMH's order
 * @param rounds in how many rounds it runs: one for each fork; 0 where its host runs it
 * @param iterationNanos planned time of the iterations of one fork; an estimate where forks warm up until they are warm
 * @param warmUp empty where the warm-up's length is fixed
 */
public record PlannedRow(
        BenchmarkListEntry benchmark,
        Map<String, String> params,
        int rounds,
        long iterationNanos,
        Optional<ForkWarmUp> warmUp) {
    private static final String BENCHMARKS = "dev.callcost.benchmark.";

    /** @param cap the longest warm-up */
    static PlannedRow of(
            BenchmarkListEntry benchmark,
            Map<String, String> params,
            Options options,
            boolean hasFixedWarmUp,
            Duration cap) {
        long iteration = nanos(options.getMeasurementTime(), benchmark.getMeasurementTime(), Defaults.MEASUREMENT_TIME);
        int iterations = first(
                options.getMeasurementIterations(),
                benchmark.getMeasurementIterations(),
                Defaults.MEASUREMENT_ITERATIONS);
        Optional<ForkWarmUp> warmUp =
                hasFixedWarmUp ? Optional.empty() : ForkWarmUp.of(benchmark, Duration.ofNanos(iteration), cap);
        return new PlannedRow(
                benchmark,
                params,
                Math.max(1, first(options.getForkCount(), benchmark.getForks(), Defaults.MEASUREMENT_FORKS)),
                benchmark.getMode() == Mode.SingleShotTime
                        ? 0
                        : iteration * iterations + warmUpNanos(benchmark, options, warmUp),
                warmUp);
    }

    private static long warmUpNanos(BenchmarkListEntry benchmark, Options options, Optional<ForkWarmUp> untilWarm) {
        return untilWarm
                .map(it -> it.guess().toNanos())
                .orElseGet(() -> nanos(options.getWarmupTime(), benchmark.getWarmupTime(), Defaults.WARMUP_TIME)
                        * first(
                                options.getWarmupIterations(),
                                benchmark.getWarmupIterations(),
                                Defaults.WARMUP_ITERATIONS));
    }

    private static <T> T first(
            org.openjdk.jmh.util.Optional<T> users, org.openjdk.jmh.util.Optional<T> benchmarks, T jmhs) {
        return users.orElse(benchmarks.orElse(jmhs));
    }

    private static long nanos(
            org.openjdk.jmh.util.Optional<TimeValue> users,
            org.openjdk.jmh.util.Optional<TimeValue> benchmarks,
            TimeValue jmhs) {
        return first(users, benchmarks, jmhs).convertTo(TimeUnit.NANOSECONDS);
    }

    /** The row with the iterations of a pair of forks. */
    public PlannedRow with(ShortTurns turns, Options user) {
        return new PlannedRow(
                benchmark,
                params,
                rounds,
                turns.side().toNanos() + warmUpNanos(benchmark, user, warmUp),
                warmUp.map(it -> it.of(turns.length())));
    }

    public PlannedRow with(ForkWarmUp other) {
        long measured = iterationNanos - warmUp.map(it -> it.guess().toNanos()).orElse(0L);
        return new PlannedRow(
                benchmark, params, rounds, measured + other.guess().toNanos(), Optional.of(other));
    }

    public String name() {
        return benchmark.getUsername();
    }

    /** The class that JMH generated for it, as {@link Class#getName} has it. */
    public String generatedClass() {
        String method = benchmark.generatedTarget();
        return method.substring(0, method.lastIndexOf('.'));
    }

    public Mode mode() {
        return benchmark.getMode();
    }

    public RowKey key() {
        return new RowKey(name(), mode().shortLabel(), params);
    }

    /** How many threads call the benchmark. */
    public int threads(RunArguments user) {
        int threads = first(user.options().getThreads(), benchmark.getThreads(), 1);
        int ofGroups = IntStream.of(user.options().getThreadGroups().orElse(benchmark.getThreadGroups()))
                .sum();
        return Math.max(ofGroups, threads == Threads.MAX ? Runtime.getRuntime().availableProcessors() : threads);
    }

    /** Whether a row of this suite pins all its threads to one CPU; empty where no param says how they are pinned. */
    public Optional<Boolean> isOnOneCpu() {
        return Optional.of(params)
                .filter(it -> isOfSuite() && it.containsKey(SeveralCpus.PARAM))
                .map(it -> !SeveralCpus.areOf(it));
    }

    /**
     * Whether the other side's annotations start the same forks: times and numbers of iterations may differ where they
     * do not change what runs.
     */
    public boolean isForkedAs(PlannedRow other) {
        return forking().equals(other.forking());
    }

    private List<Object> forking() {
        boolean isSingleShot = mode() == Mode.SingleShotTime;
        return List.of(
                benchmark.getJvm(),
                benchmark.getJvmArgs(),
                benchmark.getJvmArgsPrepend(),
                benchmark.getJvmArgsAppend(),
                benchmark.getThreads(),
                Arrays.hashCode(benchmark.getThreadGroups()),
                benchmark.getOperationsPerInvocation(),
                benchmark.getWarmupBatchSize(),
                benchmark.getMeasurementBatchSize(),
                isSingleShot ? benchmark.getWarmupIterations() : "",
                isSingleShot ? benchmark.getMeasurementIterations() : "");
    }

    /** Whether it is a benchmark of this suite, of any version. */
    boolean isOfSuite() {
        return name().startsWith(BENCHMARKS);
    }

    public PlannedRow withoutWarmUp() {
        return new PlannedRow(benchmark, params, rounds, iterationNanos, Optional.empty());
    }

    public PlannedRow with(Mode other) {
        return new PlannedRow(benchmark.cloneWith(other), params, rounds, iterationNanos, warmUp);
    }

    public PlannedRow withForks(int other) {
        return new PlannedRow(benchmark, params, other, iterationNanos, warmUp);
    }

    /**
     * Whether the row's state may be one that measures {@link Latencies} itself, and the user does not name that
     * profiler.
     */
    boolean mayHaveLatencies(RunArguments user) {
        return mode() == Mode.SampleTime
                && isOfSuite()
                && user.options().getProfilers().stream()
                        .noneMatch(profiler -> profiler.getKlass().equals(Latencies.class.getName()));
    }

    /** The JMH options for one fork of the row, or for none where it has no rounds: then its host runs it. */
    List<String> options(RunArguments user) {
        List<String> options = new ArrayList<>(user.forkTokens());
        options.addAll(List.of("-bm", mode().shortLabel()));
        params.forEach((param, value) -> options.addAll(List.of("-p", param + "=" + value)));
        options.addAll(List.of("-f", String.valueOf(Math.min(1, rounds)), "-wf", "0", "-foe", "true"));
        options.add("^" + Pattern.quote(name()) + "$");
        return options;
    }
}
