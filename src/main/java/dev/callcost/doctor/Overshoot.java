package dev.callcost.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * How late a waiting thread resumes.
 *
 * @param call the call that waits
 * @param askedNanos the time that the call asks for
 * @param lateNanos the time of the wait beyond that
 */
public record Overshoot(String call, long askedNanos, Quantiles lateNanos) {
    private static final int WAITS = 300;
    private static final long[] PARKED_NANOS = {1_000, 10_000, 100_000, 1_000_000};

    @FunctionalInterface
    private interface Wait {
        void run() throws InterruptedException;
    }

    /** Takes a second or so. */
    public static List<Overshoot> measure() {
        List<Overshoot> all = new ArrayList<>(List.of(of("Thread.sleep(1)", 1_000_000, () -> Thread.sleep(1))));
        for (long nanos : PARKED_NANOS) {
            all.add(of("LockSupport.parkNanos(" + nanos + ")", nanos, () -> LockSupport.parkNanos(nanos)));
        }
        return all;
    }

    private static Overshoot of(String call, long asked, Wait wait) {
        long[] late = new long[WAITS];
        try {
            for (int i = 0; i < WAITS; i++) {
                long start = System.nanoTime();
                wait.run();
                late[i] = System.nanoTime() - start - asked;
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("told to end", e);
        }
        return new Overshoot(call, asked, Quantiles.of(late));
    }
}
