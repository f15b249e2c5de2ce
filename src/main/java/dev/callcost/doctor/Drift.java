package dev.callcost.doctor;

import dev.callcost.agent.Canary;
import dev.callcost.host.CpuTimes;
import dev.callcost.host.KernelFiles;
import dev.callcost.stats.Undisturbed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The canary over time: what a machine does to identical work from one moment to the next. Steal time and pressure counters of a virtual machine do not
 * see a neighbour on the same core; the canary does, as far as he comes and goes. All shares are of one.
 *
 * @param seconds how long it was watched
 * @param canaryNanos what its work took: every half second the median of a few milliseconds, at least three
 * @param stolen the share of the CPUs' time that a virtual machine's host kept; null where the system does not tell
 */
public record Drift(double seconds, List<Long> canaryNanos, Double stolen) {
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int FEWEST = 3;

    /** In the few milliseconds. */
    private static final int RUNS = 31;

    /** The median of the distances between neighbours that are normal with a standard deviation of one: 0.6745 x the root of 2. */
    private static final double MEDIAN_DISTANCE = 0.9539;

    /**
     * How steady the canary was.
     *
     * @param neighbourSpread the standard deviation of an undisturbed time beside the next such, relative: what is left of the machine's noise
     *     when neighbours are compared, as adjacent pairs of forks are. From their median distance, which a few jumps do not move
     * @param slowShare the share of times that were disturbed, more than {@value Undisturbed#SLOW} times as long as the fastest tenth of them
     * @param slowest the slowest time over the fastest tenth of them
     * @param trend by how much the second half is slower than the first, by their medians
     */
    public record Steadiness(double neighbourSpread, double slowShare, double slowest, double trend) {}

    /** Watches it. */
    public static Drift watch(Duration duration) {
        sing(); // the first time is the compiler's
        Optional<CpuTimes> before = CpuTimes.read(KernelFiles.HERE);
        List<Long> times = new ArrayList<>();
        long start = System.nanoTime();
        while (times.size() < FEWEST || System.nanoTime() - start < duration.toNanos()) {
            times.add(sing());
            long next = start + times.size() * PERIOD_NANOS;
            for (long left = next - System.nanoTime(); left > 0; left = next - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Drift(
                seconds,
                times,
                CpuTimes.stolenShareSince(before, KernelFiles.HERE).orElse(null));
    }

    private static long sing() {
        long[] times = new long[RUNS];
        Arrays.setAll(times, run -> Canary.sing());
        return Quantiles.of(times).median();
    }

    /** The times of the canary's work. */
    Quantiles canary() {
        return Quantiles.of(times());
    }

    /** How steady it was. */
    public Steadiness steadiness() {
        long[] times = times();
        long[] sorted = times.clone();
        Arrays.sort(sorted);
        double fast = sorted[times.length / 10];
        long[] undisturbed = Arrays.stream(times)
                .filter(time -> time <= Undisturbed.SLOW * fast)
                .toArray();
        double[] distances = new double[undisturbed.length - 1];
        Arrays.setAll(distances, i -> Math.abs(Math.log((double) undisturbed[i + 1] / undisturbed[i])));
        Arrays.sort(distances);
        int half = times.length / 2;
        Quantiles begin = Quantiles.of(Arrays.copyOf(times, half));
        Quantiles end = Quantiles.of(Arrays.copyOfRange(times, times.length - half, times.length));
        return new Steadiness(
                distances.length == 0 ? 0 : distances[distances.length / 2] / MEDIAN_DISTANCE,
                1 - (double) undisturbed.length / times.length,
                sorted[times.length - 1] / fast,
                (double) end.median() / begin.median() - 1);
    }

    private long[] times() {
        return canaryNanos.stream().mapToLong(Long::longValue).toArray();
    }
}
