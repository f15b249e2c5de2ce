package dev.callcost.launch;

import dev.callcost.agent.Latencies;
import dev.callcost.data.RowKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * One row of a results file: a benchmark in one mode with one value for each of its parameters.
 *
 * @param params in JMH's order
 * @param forks forks to run; 0 means once, in the host's own JVM
 * @param warmupForks forks before the first, whose results are dropped
 * @param iterationNanos planned time of the iterations of one fork; an estimate where forks warm up until they are warm
 * @param warmUp empty where the warm-up's length is fixed
 */
public record PlannedRow(
        BenchmarkListEntry benchmark,
        Map<String, String> params,
        int forks,
        int warmupForks,
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
                first(options.getForkCount(), benchmark.getForks(), Defaults.MEASUREMENT_FORKS),
                first(options.getWarmupForkCount(), benchmark.getWarmupForks(), Defaults.WARMUP_FORKS),
                benchmark.getMode() == Mode.SingleShotTime
                        ? 0
                        : iteration * iterations + warmUpNanos(benchmark, options, warmUp.isPresent()),
                warmUp);
    }

    private static long warmUpNanos(BenchmarkListEntry benchmark, Options options, boolean untilWarm) {
        return untilWarm
                ? ForkWarmUp.GUESS.toNanos()
                : nanos(options.getWarmupTime(), benchmark.getWarmupTime(), Defaults.WARMUP_TIME)
                        * first(
                                options.getWarmupIterations(),
                                benchmark.getWarmupIterations(),
                                Defaults.WARMUP_ITERATIONS);
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
                forks,
                warmupForks,
                turns.side().toNanos() + warmUpNanos(benchmark, user, warmUp.isPresent()),
                warmUp.map(it -> it.of(turns.length())));
    }

    public PlannedRow with(ForkWarmUp other) {
        return new PlannedRow(benchmark, params, forks, warmupForks, iterationNanos, Optional.of(other));
    }

    public String name() {
        return benchmark.getUsername();
    }

    public Mode mode() {
        return benchmark.getMode();
    }

    public RowKey key() {
        return new RowKey(name(), mode().shortLabel(), params);
    }

    /** Whether it is a benchmark of this suite, of any version. */
    boolean isOfSuite() {
        return name().startsWith(BENCHMARKS);
    }

    public boolean inProcess() {
        return forks == 0;
    }

    public PlannedRow withForks(int other) {
        return new PlannedRow(benchmark, params, other, warmupForks, iterationNanos, warmUp);
    }

    /** In how many rounds the row runs: one for each fork, and one when it runs in the host's JVM. */
    public int rounds() {
        return Math.max(1, forks);
    }

    /** The JMH options for one fork of the row, or for the row in this JVM. */
    List<String> options(Arguments user) {
        List<String> options = new ArrayList<>();
        boolean isNamed = user.options().getProfilers().stream()
                .anyMatch(profiler -> profiler.getKlass().equals(Latencies.class.getName()));
        // its state may be one that measures latencies itself
        if (mode() == Mode.SampleTime && isOfSuite() && !isNamed) {
            options.addAll(List.of("-prof", Latencies.class.getName())); // before the user's, see Latencies
        }
        options.addAll(user.forkTokens());
        options.addAll(List.of("-bm", mode().shortLabel()));
        params.forEach((param, value) -> options.addAll(List.of("-p", param + "=" + value)));
        options.addAll(List.of("-f", inProcess() ? "0" : "1", "-wf", "0", "-foe", "true"));
        options.add("^" + Pattern.quote(name()) + "$");
        return options;
    }
}
