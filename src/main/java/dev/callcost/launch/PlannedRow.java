package dev.callcost.launch;

import dev.callcost.agent.Latencies;
import dev.callcost.agent.UntilWarm;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.ProfilerConfig;
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
                .filter(it -> isOfSuite() && it.containsKey(Row.PINNING))
                .map(it -> !Row.isOnSeveralCpus(it));
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

    /**
     * How the forks of a row warm up until they are warm: JMH plans these iterations, and {@link UntilWarm} ends them.
     *
     * @param length of a warm-up iteration
     * @param cap time after which a fork is measured even if it is not warm
     * @param least time before which a fork is not measured even if it is warm
     */
    public record ForkWarmUp(Duration length, Duration cap, Duration least) {
        /**
         * JMH's work around shorter ones keeps the JIT compiler busy: a fork with turns of 20 ms looked warm after 16 s
         * instead of 5.
         */
        private static final Duration SHORTEST = Duration.ofMillis(100);

        /** Warmth is checked before each. */
        private static final Duration LONGEST = Duration.ofMillis(500);

        /** The estimated warm-up before a fork has been seen, unless the cap ends it earlier. */
        private static final Duration GUESS = Duration.ofSeconds(6);

        /**
         * Whether the warm-up's length is fixed for all rows: by {@code -wi} or {@code -w}, or by an external profiler
         * such as {@code perfasm}, which skips the planned warm-up time. This creates the profilers, which can start
         * processes.
         */
        static boolean isFixed(Options options) {
            return options.getWarmupIterations().hasValue()
                    || options.getWarmupTime().hasValue()
                    || options.getProfilers().stream().anyMatch(ForkWarmUp::isExternal);
        }

        /**
         * Empty for cold code: a benchmark without warm-up, or single shots.
         *
         * @param measured the length of a measured iteration
         */
        static Optional<ForkWarmUp> of(BenchmarkListEntry benchmark, Duration measured, Duration cap) {
            boolean isCold = benchmark.getMode() == Mode.SingleShotTime
                    || benchmark.getWarmupIterations().orElse(1) == 0;
            return isCold ? Optional.empty() : Optional.of(new ForkWarmUp(LONGEST, cap, Duration.ZERO).of(measured));
        }

        /** This warm-up, with iterations as long as measured ones where these are neither too short nor too long. */
        ForkWarmUp of(Duration measured) {
            Duration length = Collections.max(List.of(SHORTEST, Collections.min(List.of(LONGEST, measured))));
            return new ForkWarmUp(length, cap, least);
        }

        private static boolean isExternal(ProfilerConfig profiler) {
            try {
                return ProfilerFactory.getProfilerOrException(profiler) instanceof ExternalProfiler;
            } catch (ProfilerException e) {
                return false; // of another jar, or unknown, which JMH reports
            }
        }

        /** This warm-up with a minimum, which is at most the cap. */
        public ForkWarmUp atLeast(Duration time) {
            return new ForkWarmUp(length, cap, Collections.min(List.of(time, cap)));
        }

        /** This warm-up with another cap where that is earlier. The minimum is at most the new cap. */
        public ForkWarmUp atMost(Duration time) {
            return new ForkWarmUp(length, Collections.min(List.of(time, cap)), least).atLeast(least);
        }

        /** The estimated time before a fork has been seen. */
        Duration guess() {
            return Collections.min(List.of(GUESS, cap));
        }

        /** @param record the file that takes how the fork warmed up */
        String profiler(Path record) {
            return UntilWarm.class.getName() + ":" + cap.toMillis() + "," + least.toMillis() + "," + record;
        }

        /** JMH's options for iterations that fill the cap. */
        List<String> options() {
            long iterations = Math.max(1, Math.min(Integer.MAX_VALUE, cap.dividedBy(length)));
            return List.of("-wi", "" + iterations, "-w", "" + time(length));
        }

        static TimeValue time(Duration time) {
            return time.toNanosPart() % 1_000_000 == 0
                    ? TimeValue.milliseconds(time.toMillis())
                    : TimeValue.microseconds(time.toNanos() / 1000);
        }
    }

    /**
     * The measured iterations of the forks of a pair: short, so that neighbours are close. The user's {@code -i} and
     * {@code -r} replace their number and their length.
     *
     * @param longest how long a side that takes turns is measured at most, however long an operation is; empty where
     *     the user chose the number of iterations
     */
    public record ShortTurns(int iterations, Duration length, Optional<Duration> longest) {
        /** A side has so many measured iterations, however long they are. */
        static final int FEWEST_ITERATIONS = 5;

        private static final int ITERATIONS = 100;
        private static final Duration LENGTH = Duration.ofMillis(10);

        /** A side whose operations take up to two iterations' length has all iterations. */
        private static final Duration LONGEST = LENGTH.multipliedBy(2 * ITERATIONS);

        static ShortTurns of(Options user) {
            Duration length = user.getMeasurementTime().hasValue()
                    ? Duration.ofNanos(user.getMeasurementTime().get().convertTo(TimeUnit.NANOSECONDS))
                    : LENGTH;
            return user.getMeasurementIterations().hasValue()
                    ? new ShortTurns(user.getMeasurementIterations().get(), length, Optional.empty())
                    : new ShortTurns(ITERATIONS, length, Optional.of(LONGEST));
        }

        /**
         * Those of a row; empty where its iterations have a meaning of their own: single shots, and calls of this suite
         * at a rate.
         */
        public static Optional<ShortTurns> of(PlannedRow row, Options user) {
            boolean isOwn = row.mode() == Mode.SingleShotTime
                    || row.isOfSuite() && row.params().containsKey(Row.RATE);
            return isOwn ? Optional.empty() : Optional.of(of(user));
        }

        /** The measured time of a side whose operations are no longer than its iterations. */
        public Duration side() {
            Duration all = length.multipliedBy(iterations);
            Duration fewest = length.multipliedBy(FEWEST_ITERATIONS);
            return longest.map(limit -> Collections.min(List.of(all, Collections.max(List.of(limit, fewest)))))
                    .orElse(all);
        }

        /** The options that JMH needs in addition to the user's. */
        public List<String> options(Options user) {
            List<String> options = new ArrayList<>();
            if (!user.getMeasurementIterations().hasValue()) {
                options.addAll(List.of("-i", "" + iterations));
            }
            if (!user.getMeasurementTime().hasValue()) {
                options.addAll(List.of("-r", "" + ForkWarmUp.time(length)));
            }
            return options;
        }
    }
}
