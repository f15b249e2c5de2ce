package dev.callcost.doctor;

import static dev.callcost.text.Numbers.percent;
import static dev.callcost.text.Numbers.plainTime;
import static dev.callcost.text.Numbers.significant;

import dev.callcost.agent.Canary;
import dev.callcost.data.QuietForks;
import dev.callcost.host.CpuTimes;
import dev.callcost.host.KernelFiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

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

    /** With a larger share of contended samples, the uncontended are too few. */
    private static final double UNFIT_CONTENDED = 0.8;

    private static final double MANY_SLOW = 0.05;
    private static final double STOLEN = 0.01;

    /**
     * How steady the canary was.
     *
     * @param neighbourSpread the relative standard deviation between adjacent uncontended times: the noise that remains when adjacent pairs of
     *     forks are compared. From the median distance, which a few jumps do not move
     * @param slowShare the share of contended times, which took over {@value QuietForks#SLOW} times the fastest tenth
     * @param slowest the slowest time over the fastest tenth
     * @param trend the median of the second half over that of the first, less 1
     */
    public record Steadiness(double neighbourSpread, double slowShare, double slowest, double trend) {}

    static Drift watch(Duration duration) throws InterruptedException {
        sample(); // the JIT compiles it
        Optional<CpuTimes> before = CpuTimes.read(KernelFiles.HERE);
        List<Long> times = new ArrayList<>();
        long start = System.nanoTime();
        while (times.size() < FEWEST || System.nanoTime() - start < duration.toNanos()) {
            times.add(sample());
            TimeUnit.NANOSECONDS.sleep(start + times.size() * PERIOD_NANOS - System.nanoTime());
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        Double stolen = CpuTimes.stolenShareSince(before, KernelFiles.HERE).orElse(null);
        return new Drift(seconds, times, stolen);
    }

    private static long sample() {
        long[] times = new long[RUNS];
        Arrays.setAll(times, run -> Canary.sing());
        return Quantiles.of(times).median();
    }

    private long[] times() {
        return canaryNanos.stream().mapToLong(Long::longValue).toArray();
    }

    Quantiles canary() {
        return Quantiles.of(times());
    }

    Steadiness steadiness() {
        long[] times = times();
        long[] sorted = Arrays.stream(times).sorted().toArray();
        double fast = sorted[times.length / 10];
        long[] uncontended = Arrays.stream(times)
                .filter(time -> time <= QuietForks.SLOW * fast)
                .toArray();
        double[] distances = IntStream.range(1, uncontended.length)
                .mapToDouble(i -> Math.abs(Math.log((double) uncontended[i] / uncontended[i - 1])))
                .sorted()
                .toArray();
        int half = times.length / 2;
        Quantiles begin = Quantiles.of(Arrays.copyOf(times, half));
        Quantiles end = Quantiles.of(Arrays.copyOfRange(times, times.length - half, times.length));
        return new Steadiness(
                distances.length == 0 ? 0 : distances[distances.length / 2] / MEDIAN_DISTANCE,
                1 - (double) uncontended.length / times.length,
                sorted[times.length - 1] / fast,
                (double) end.median() / begin.median() - 1);
    }

    List<Finding> findings() {
        List<Finding> findings =
                new ArrayList<>(List.of(neighbours(steadiness().neighbourSpread), spells(steadiness())));
        Optional.ofNullable(stolen).map(Drift::steal).ifPresent(findings::add);
        return findings;
    }

    private Finding neighbours(double spread) {
        String what = "A fixed piece of work takes " + plainTime(canary().median()) + " (median of "
                + canaryNanos.size() + " samples in " + significant(seconds)
                + " s). Adjacent uncontended samples differ by " + percent(spread, 2) + " (standard deviation).";
        return Finding.ok(what, "That is less than forks usually differ.")
                .noteIf(
                        spread > Resolution.USUAL_FORK_SD,
                        "That is more than forks usually differ, so intervals are wider: see the last table.",
                        "Measure when the machine is idle, or longer.");
    }

    private static Finding spells(Steadiness steadiness) {
        double trend = steadiness.trend;
        String what = percent(steadiness.slowShare, 0)
                + " of the samples took over 35 % longer than the fastest tenth; the slowest took "
                + significant(steadiness.slowest) + "x as long. The second half was " + percent(Math.abs(trend))
                + (trend < 0 ? " faster" : " slower") + " than the first.";
        return Finding.ok(
                        what,
                        "No slow spell was seen. --duration 5min shows spells of a minute. A spell that lasts for hours shows only"
                                + " when the same JVM takes longer for the same work than at another hour.")
                .noteIf(
                        steadiness.slowShare > MANY_SLOW,
                        "At times something else uses the cores and makes calls slower, such as another virtual machine on their"
                                + " other hardware threads. Two runs of the same code can differ by that much.",
                        "Use ONE_CPU rows: their time is that of the fastest iterations. For other rows use ratios within a run,"
                                + " whose forks go in rounds. Never measure all of base, then all of head.")
                .unfitIf(
                        steadiness.slowShare > UNFIT_CONTENDED,
                        "Something else uses the cores nearly all of the time and makes calls slower.",
                        "Measure when the machine is idle, at another hour, or on another machine.");
    }

    private static Finding steal(double share) {
        return Finding.ok(
                        "Steal: " + percent(share) + " of the CPUs' time.",
                        "Many hosts do not report it; the samples above show it.")
                .noteIf(
                        share > STOLEN,
                        "The virtual machine's host gave that time to others.",
                        "Measure at another hour, or on a machine of your own.");
    }
}
