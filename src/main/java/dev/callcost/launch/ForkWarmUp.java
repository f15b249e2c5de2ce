package dev.callcost.launch;

import dev.callcost.agent.UntilWarm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.ProfilerConfig;
import org.openjdk.jmh.runner.options.TimeValue;

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
     * Whether the warm-up's length is fixed for all rows: by {@code -wi} or {@code -w}, or by an external profiler such
     * as {@code perfasm}, which skips the planned warm-up time. This creates the profilers, which can start processes.
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
