package dev.callcost.doctor;

import static dev.callcost.text.Numbers.plainTime;
import static dev.callcost.text.Numbers.significant;

import dev.callcost.doctor.Diagnosis.Finding;
import dev.callcost.doctor.Diagnosis.Level;
import dev.callcost.text.Grid;
import dev.callcost.transport.Pinning;
import java.util.List;
import java.util.stream.Collectors;

/** What clock, waiting and waking mean for a user's numbers. */
final class TimeFindings {
    /** A clock that is coarser or dearer cannot time a call of a microsecond at all. */
    static final double UNFIT_CLOCK_NANOS = 1_000;

    /** A clock that is dearer goes through the kernel. */
    private static final double DEAR_CLOCK_NANOS = 100;

    /** An operation this many times as long as the clock's cost or step is timed to a percent. */
    private static final int TO_A_PERCENT = 100;

    /** A delay this many times as long as the overshoot is what it says to a tenth. */
    private static final int TO_A_TENTH = 10;

    /** Linux lets a timer be 50 us late, and wakes the thread up after that. */
    private static final double LATE_NANOS = 100_000;

    /** A wake-up across CPUs that costs this many times one on the same CPU is worth a note. */
    private static final double FAR = 1.5;

    private TimeFindings() {}

    static List<Finding> clock(Clock clock, String source) {
        double unit = Math.max(clock.callNanos(), clock.stepNanos());
        String what = "System.nanoTime costs " + plainTime(clock.callNanos()) + " and steps by "
                + plainTime(clock.stepNanos()) + "; clock source " + source + ".";
        String other = "Choose another clock source for the kernel, tsc where the CPU has it.";
        String means = "Operations from " + plainTime(TO_A_PERCENT * unit)
                + " on can be timed one by one to a percent (SampleTime, SingleShotTime), shorter ones in loops only"
                + " (AverageTime).";
        Finding finding = unit > UNFIT_CLOCK_NANOS
                ? Finding.unfit(
                        what,
                        "A clock coarser or dearer than " + plainTime(UNFIT_CLOCK_NANOS)
                                + " cannot time a call, and every number here hangs on it.",
                        other)
                : clock.callNanos() > DEAR_CLOCK_NANOS
                        ? Finding.note(what, means + " Reading this clock goes through the kernel.", other)
                        : Finding.ok(what, means);
        return List.of(
                finding,
                Finding.ok(
                        "What the harness itself costs is not measured here: `java -jar benchmarks.jar Baseline` has the empty"
                                + " benchmark.",
                        "No score below BaselineBenchmark.empty means anything."));
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
                "A thread that waits runs again later than it asked for.",
                grid.text().lines().toList(),
                "A simulated delay lasts that much longer: one below " + plainTime(TO_A_TENTH * late)
                        + " is off by more than a tenth.",
                "Spin through shorter delays; schedules of an open loop are no finer than this.");
    }

    static Finding waking(WakeUps wakeUps) {
        Grid grid = new Grid().left("two threads on").right("wake-up, median", "99 %", "worst");
        wakeUps.pairs().forEach(pair -> row(grid, place(pair), pair.nanos()));
        return waking(wakeUps, wakeUps.missing()).with(grid);
    }

    private static Finding waking(WakeUps wakeUps, String missing) {
        if (missing != null) {
            return Finding.note(
                    "Threads cannot be put on CPUs of their own: " + missing + ".",
                    "ONE_CPU rows and FREE rows cannot be told apart here, or ONE_CPU rows are skipped.",
                    "Take FREE rows.");
        }
        double near = wakeUps.median(Pinning.ONE_CPU).orElseThrow();
        double far = wakeUps.median(Pinning.TWO_CPUS).orElseThrow();
        String what = "Waking a thread costs " + plainTime(near) + " on the same CPU and " + plainTime(far) + " ("
                + significant(far / near) + " times that) on another one.";
        return far < FAR * near
                ? Finding.ok(what, "Where the scheduler puts two threads makes little difference.")
                : Finding.note(
                        what,
                        "A blocking call has two of these at least: FREE rows of a few microseconds are mostly that, and jump"
                                + " with where the scheduler puts the threads.",
                        "Compare code by ONE_CPU rows; take FREE rows for what a user waits.");
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
