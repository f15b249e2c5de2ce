package dev.callcost.doctor;

import static dev.callcost.text.Numbers.percent;
import static dev.callcost.text.Numbers.plainTime;
import static dev.callcost.text.Numbers.significant;

import dev.callcost.agent.Canary;
import dev.callcost.data.QuietForks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The canary over time: how the time of identical work changes on this machine. The canary shows another user of the
 * same core who comes and goes; steal time and pressure counters of a virtual machine do not.
 *
 * @param seconds how long the canary was watched
 * @param canaryNanos the time of its work, every half second: the median of a few milliseconds; at least three
 */
public record Drift(double seconds, long... canaryNanos) {
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int FEWEST = 3;
    private static final int RUNS = 31;

    /**
     * The median distance between two values of a normal distribution with a standard deviation of 1: 0.6745 x the root
     * of 2.
     */
    private static final double MEDIAN_DISTANCE = 0.9539;

    /** With a larger share of contended samples, the uncontended are too few. */
    private static final double UNFIT_CONTENDED = 0.8;

    private static final double MANY_SLOW = 0.05;

    /**
     * The usual relative standard deviation of forks. Pinned rows had 1.0 to 2.3 % on 2-CPU virtual machines, by the
     * fastest quarter of iterations (src/lab/tables/estimators.txt).
     */
    static final double USUAL_FORK_SD = 0.015;

    /**
     * How steady the canary was.
     *
     * @param neighbourSpread the relative standard deviation between adjacent uncontended times: the noise that remains
     *     when adjacent pairs of forks are compared. From the median distance, which a few jumps do not move
     * @param slowShare the share of contended times, which took over {@value QuietForks#SLOW} times the fastest tenth
     * @param slowest the slowest time over the fastest tenth
     */
    record Steadiness(double neighbourSpread, double slowShare, double slowest) {}

    static Drift watch(Duration duration) throws InterruptedException {
        sample(); // the JIT compiles it
        List<Long> times = new ArrayList<>();
        long start = System.nanoTime();
        while (times.size() < FEWEST || System.nanoTime() - start < duration.toNanos()) {
            times.add(sample());
            TimeUnit.NANOSECONDS.sleep(start + times.size() * PERIOD_NANOS - System.nanoTime());
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Drift(seconds, times.stream().mapToLong(it -> it).toArray());
    }

    private static long sample() {
        long[] times = new long[RUNS];
        Arrays.setAll(times, run -> Canary.sing());
        return median(times);
    }

    static long median(long... times) {
        long[] sorted = times.clone();
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) / 2];
    }

    Steadiness steadiness() {
        long[] sorted = canaryNanos.clone();
        Arrays.sort(sorted);
        double fast = sorted[sorted.length / 10];
        long[] uncontended = Arrays.stream(canaryNanos)
                .filter(time -> time <= QuietForks.SLOW * fast)
                .toArray();
        double[] distances = IntStream.range(1, uncontended.length)
                .mapToDouble(i -> Math.abs(Math.log((double) uncontended[i] / uncontended[i - 1])))
                .sorted()
                .toArray();
        return new Steadiness(
                distances.length == 0 ? 0 : distances[distances.length / 2] / MEDIAN_DISTANCE,
                1 - (double) uncontended.length / sorted.length,
                sorted[sorted.length - 1] / fast);
    }

    List<Finding> findings() {
        return List.of(neighbours(steadiness().neighbourSpread), spells(steadiness()));
    }

    private Finding neighbours(double spread) {
        String what =
                "A fixed piece of work takes " + plainTime(median(canaryNanos)) + " (median of " + canaryNanos.length
                        + " samples in " + significant(seconds) + " s). Adjacent uncontended samples differ by "
                        + percent(spread, 2) + " (standard deviation).";
        return Finding.ok(what, "That is less than forks usually differ.")
                .noteIf(
                        spread > USUAL_FORK_SD,
                        "That is more than forks usually differ, so a row needs more machine time.",
                        "Measure when the machine is idle, or longer.");
    }

    private static Finding spells(Steadiness steadiness) {
        String what = percent(steadiness.slowShare, 0)
                + " of the samples took over 35% longer than the fastest tenth; the slowest took "
                + significant(steadiness.slowest) + "x as long.";
        return Finding.ok(
                        what,
                        "No slow spell was seen. --duration 5min shows spells of a minute. A spell that lasts for"
                                + " hours shows only when the same JVM takes longer for the same work than at another"
                                + " hour.")
                .noteIf(
                        steadiness.slowShare > MANY_SLOW,
                        "At times something else uses the cores and makes calls slower, such as another virtual"
                                + " machine on their other hardware threads. Two runs of the same code can differ by"
                                + " that much.",
                        "Use ONE_CPU rows: their time is that of the fastest iterations. For other rows use ratios"
                                + " within a run, whose forks go in rounds. Never measure all of base, then all of"
                                + " head.")
                .unfitIf(
                        steadiness.slowShare > UNFIT_CONTENDED,
                        "Something else uses the cores nearly all of the time and makes calls slower.",
                        "Measure when the machine is idle, at another hour, or on another machine.");
    }
}
