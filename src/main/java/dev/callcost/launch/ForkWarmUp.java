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
 * How the forks of a row warm up until they are warm: what JMH is told to plan, which {@link UntilWarm} cuts short.
 *
 * @param length of a warm-up iteration
 * @param cap after which a fork is measured though it is not warm
 * @param least before which it is not measured though it is warm
 */
public record ForkWarmUp(Duration length, Duration cap, Duration least) {
    /**
     * The shortest iteration: what JMH does around each keeps the JIT compiler busy for longer the more there are, so that a fork with turns of 20 ms
     * looked warm after 16 s instead of 5. Where forks take turns, those of the warm-up need not be short.
     */
    private static final Duration SHORTEST = Duration.ofMillis(100);

    /** The longest iteration, so that a fork is asked often enough whether it is warm. */
    private static final Duration LONGEST = Duration.ofMillis(500);

    /** About how long it takes, for an estimate before a fork has been seen. */
    static final Duration GUESS = Duration.ofSeconds(6);

    /**
     * Whether the warm-up's length is fixed for all rows: by the user with {@code -wi} or {@code -w}, or by a profiler that looks at the fork from
     * outside, such as {@code perfasm}, as those of JMH leave out as much time as the warm-up was planned to take. Profilers are made for
     * that, which can start processes.
     */
    static boolean isFixed(Options options) {
        return options.getWarmupIterations().hasValue()
                || options.getWarmupTime().hasValue()
                || options.getProfilers().stream().anyMatch(ForkWarmUp::isExternal);
    }

    /**
     * How a row's forks warm up where no length is fixed for all. Nothing where the benchmark fixes it, which has none or measures single shots,
     * cold code on purpose.
     *
     * @param benchmark in the row's mode
     * @param measured the length of a measured iteration
     * @param cap see {@link #cap}
     */
    static Optional<ForkWarmUp> of(BenchmarkListEntry benchmark, Duration measured, Duration cap) {
        boolean isCold = benchmark.getMode() == Mode.SingleShotTime
                || benchmark.getWarmupIterations().orElse(1) == 0;
        return isCold
                ? Optional.empty()
                : Optional.of(new ForkWarmUp(
                        Collections.max(List.of(SHORTEST, Collections.min(List.of(LONGEST, measured)))),
                        cap,
                        Duration.ZERO));
    }

    private static boolean isExternal(ProfilerConfig profiler) {
        try {
            return ProfilerFactory.getProfilerOrException(profiler) instanceof ExternalProfiler;
        } catch (ProfilerException e) {
            return false; // of another jar, or none: JMH will say so
        }
    }

    /** The same, but no shorter than some time, nor longer than the cap. */
    public ForkWarmUp atLeast(Duration time) {
        return new ForkWarmUp(length, cap, time.compareTo(cap) < 0 ? time : cap);
    }

    /** How many iterations JMH plans: as many as fill the cap. */
    int iterations() {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, cap.dividedBy(length)));
    }

    /** How long JMH plans each to be. */
    TimeValue time() {
        return length.toNanosPart() % 1_000_000 == 0
                ? TimeValue.milliseconds(length.toMillis())
                : TimeValue.microseconds(length.toNanos() / 1000);
    }

    /**
     * What the profiler is told.
     *
     * @param record the file in which it tells how the fork warmed up
     */
    String profilerOptions(Path record) {
        return cap.toMillis() + "," + least.toMillis() + "," + record;
    }
}
