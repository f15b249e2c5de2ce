package dev.callcost.doctor;

import static dev.callcost.text.Numbers.plainTime;

import dev.callcost.text.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** How late a thread resumes after a call that asks for a time. */
public record Overshoot(String call, long askedNanos, Quantiles lateNanos) {
    private static final int WAITS = 300;

    /** Linux lets a timer be 50 us late before it wakes the thread. */
    private static final double LATE_NANOS = 100_000;

    /** The shortest delay that is right to a tenth, in units of the overshoot. */
    private static final int TO_A_TENTH = 10;

    private interface Wait {
        void run() throws InterruptedException;
    }

    /** Takes a second or so. */
    static List<Overshoot> measure() throws InterruptedException {
        List<Overshoot> all = new ArrayList<>(List.of(of("Thread.sleep(1)", 1_000_000, () -> Thread.sleep(1))));
        for (long nanos : List.of(1_000, 10_000, 100_000, 1_000_000)) {
            all.add(of("LockSupport.parkNanos(" + nanos + ")", nanos, () -> LockSupport.parkNanos(nanos)));
        }
        return all;
    }

    private static Overshoot of(String call, long asked, Wait wait) throws InterruptedException {
        long[] late = new long[WAITS];
        for (int i = 0; i < WAITS; i++) {
            long start = System.nanoTime();
            wait.run();
            late[i] = System.nanoTime() - start - asked;
        }
        return new Overshoot(call, asked, Quantiles.of(late));
    }

    static Finding finding(List<Overshoot> overshoots) {
        Grid grid = new Grid().left("waits by").right("late by, median", "99 %", "worst");
        overshoots.forEach(overshoot -> overshoot.lateNanos.addTo(grid, overshoot.call));
        long late =
                overshoots.stream().mapToLong(it -> it.lateNanos.median()).max().orElse(0);
        return new Finding(
                late > LATE_NANOS ? Finding.Level.NOTE : Finding.Level.OK,
                "A waiting thread resumes late.",
                grid.text().lines().toList(),
                "A simulated delay is that much longer: below " + plainTime(TO_A_TENTH * late)
                        + " the error is more than a tenth.",
                "Spin for shorter delays. The schedule of an open loop is no finer than this.");
    }
}
