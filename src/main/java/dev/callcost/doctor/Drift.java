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
 * The canary over time: how the time of identical work changes on this machine. The canary shows another user of the same core who comes and
 * goes; steal time and pressure counters of a virtual machine do not. Shares are of one.
 *
 * @param seconds how long the canary was watched
 * @param canaryNanos the time of its work, every half second: the median of a few milliseconds; at least three
 * @param stolen the share of CPU time that a virtual machine's host kept; null where the system does not report it
 */
public record Drift(double seconds, List<Long> canaryNanos, Double stolen) {
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int FEWEST = 3;

    private static final int RUNS = 31;

    /** The median distance between two values of a normal distribution with a standard deviation of 1: 0.6745 x the root of 2. */
    private static final double MEDIAN_DISTANCE = 0.9539;

    /**
     * How steady the canary was.
     *
     * @param neighbourSpread the relative standard deviation between adjacent uncontended times: the noise that remains when adjacent pairs of
     *     forks are compared. From the median distance, which a few jumps do not move
     * @param slowShare the share of contended times, which took over {@value Undisturbed#SLOW} times the fastest tenth
     * @param slowest the slowest time over the fastest tenth
     * @param trend the median of the second half over that of the first, less 1
     */
    public record Steadiness(double neighbourSpread, double slowShare, double slowest, double trend) {}

    public static Drift watch(Duration duration) {
        sample(); // the JIT compiles it
        Optional<CpuTimes> before = CpuTimes.read(KernelFiles.HERE);
        List<Long> times = new ArrayList<>();
        long start = System.nanoTime();
        while (times.size() < FEWEST || System.nanoTime() - start < duration.toNanos()) {
            times.add(sample());
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

    private static long sample() {
        long[] times = new long[RUNS];
        Arrays.setAll(times, run -> Canary.sing());
        return Quantiles.of(times).median();
    }

    Quantiles canary() {
        return Quantiles.of(times());
    }

    public Steadiness steadiness() {
        long[] times = times();
        long[] sorted = times.clone();
        Arrays.sort(sorted);
        double fast = sorted[times.length / 10];
        long[] uncontended = Arrays.stream(times)
                .filter(time -> time <= Undisturbed.SLOW * fast)
                .toArray();
        double[] distances = new double[uncontended.length - 1];
        Arrays.setAll(distances, i -> Math.abs(Math.log((double) uncontended[i + 1] / uncontended[i])));
        Arrays.sort(distances);
        int half = times.length / 2;
        Quantiles begin = Quantiles.of(Arrays.copyOf(times, half));
        Quantiles end = Quantiles.of(Arrays.copyOfRange(times, times.length - half, times.length));
        return new Steadiness(
                distances.length == 0 ? 0 : distances[distances.length / 2] / MEDIAN_DISTANCE,
                1 - (double) uncontended.length / times.length,
                sorted[times.length - 1] / fast,
                (double) end.median() / begin.median() - 1);
    }

    private long[] times() {
        return canaryNanos.stream().mapToLong(Long::longValue).toArray();
    }
}
