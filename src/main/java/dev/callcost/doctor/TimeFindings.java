package dev.callcost.doctor;

import static dev.callcost.text.Numbers.plainTime;
import static dev.callcost.text.Numbers.significant;

import dev.callcost.doctor.Diagnosis.Finding;
import dev.callcost.doctor.Diagnosis.Level;
import dev.callcost.text.Grid;
import dev.callcost.transport.Pinning;
import java.util.List;
import java.util.stream.Collectors;

/** Findings about the clock, waiting and waking. */
final class TimeFindings {
    /** With a larger cost or step, the clock cannot time a call of a microsecond. */
    static final double UNFIT_CLOCK_NANOS = 1_000;

    /** A clock with a larger cost goes through the kernel. */
    private static final double SLOW_CLOCK_NANOS = 100;

    /** The shortest operation that the clock times to a percent, in units of its cost or step. */
    private static final int TO_A_PERCENT = 100;

    /** The shortest delay that is right to a tenth, in units of the overshoot. */
    private static final int TO_A_TENTH = 10;

    /** Linux lets a timer be 50 us late before it wakes the thread. */
    private static final double LATE_NANOS = 100_000;

    /** The ratio of a wake-up across CPUs to one on the same CPU that deserves a note. */
    private static final double FAR = 1.5;

    private TimeFindings() {}

    static List<Finding> clock(Clock clock, String source) {
        double unit = Math.max(clock.callNanos(), clock.stepNanos());
        String what = "System.nanoTime takes " + plainTime(clock.callNanos()) + " and steps by "
                + plainTime(clock.stepNanos()) + " (clock source " + source + ").";
        String other = "Choose another clock source for the kernel: tsc where the CPU has it.";
        String means = "It times single operations of at least " + plainTime(TO_A_PERCENT * unit)
                + " to a percent (SampleTime, SingleShotTime). Time shorter operations in loops (AverageTime).";
        Finding finding = unit > UNFIT_CLOCK_NANOS
                ? Finding.unfit(
                        what,
                        "With a cost or step above " + plainTime(UNFIT_CLOCK_NANOS)
                                + " it cannot time a call, and every number depends on it.",
                        other)
                : clock.callNanos() > SLOW_CLOCK_NANOS
                        ? Finding.note(what, means + " Each reading goes through the kernel.", other)
                        : Finding.ok(what, means);
        return List.of(
                finding,
                Finding.ok(
                        "doctor does not measure the harness: `java -jar benchmarks.jar Baseline` measures an empty benchmark.",
                        "A score below BaselineBenchmark.empty means nothing."));
    }

    static Finding waiting(List<Overshoot> overshoots) {
        Grid grid = new Grid().left("waits by").right("late by, median", "99 %", "worst");
        overshoots.forEach(overshoot -> row(grid, overshoot.call(), overshoot.lateNanos()));
        double late = overshoots.stream()
                .mapToDouble(overshoot -> overshoot.lateNanos().median())
                .max()
                .orElse(0);
        return new Finding(
                late > LATE_NANOS ? Level.NOTE : Level.OK,
                "A waiting thread resumes late.",
                grid.text().lines().toList(),
                "A simulated delay is that much longer: below " + plainTime(TO_A_TENTH * late)
                        + " the error is more than a tenth.",
                "Spin for shorter delays. The schedule of an open loop is no finer than this.");
    }

    static Finding waking(WakeUps wakeUps) {
        Grid grid = new Grid().left("two threads on").right("wake-up, median", "99 %", "worst");
        wakeUps.pairs().forEach(pair -> row(grid, place(pair), pair.nanos()));
        return waking(wakeUps, wakeUps.missing()).with(grid);
    }

    private static Finding waking(WakeUps wakeUps, String missing) {
        if (missing != null) {
            return Finding.note(
                    "A pinning does not work here: " + missing + ".",
                    "Rows that need it are skipped. On a single CPU, ONE_CPU rows equal FREE rows.",
                    "Use FREE rows.");
        }
        double near = wakeUps.median(Pinning.ONE_CPU).orElseThrow();
        double far = wakeUps.median(Pinning.TWO_CPUS).orElseThrow();
        String what = "Waking a thread takes " + plainTime(near) + " on the same CPU and " + plainTime(far)
                + " on another CPU (" + significant(far / near) + "x).";
        return far < FAR * near
                ? Finding.ok(what, "The CPUs that the scheduler chooses for two threads make little difference.")
                : Finding.note(
                        what,
                        "A blocking call has at least two wake-ups. They are most of a FREE row of a few microseconds, which jumps"
                                + " when the scheduler moves threads.",
                        "Compare code by ONE_CPU rows. Use FREE rows for what a user waits.");
    }

    private static String place(WakeUps.Partners pair) {
        String cpus = pair.cpus().stream().map(String::valueOf).collect(Collectors.joining(" and "));
        return switch (pair.place()) {
            case ONE_CPU -> "one CPU (" + cpus + ")";
            case TWO_CPUS -> "two CPUs (" + cpus + ")";
            case FREE -> "any CPU";
        };
    }

    private static void row(Grid grid, String name, Quantiles nanos) {
        grid.row(name, plainTime(nanos.median()), plainTime(nanos.p99()), plainTime(nanos.worst()));
    }
}
