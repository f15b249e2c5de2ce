package dev.callcost.doctor;

import static dev.callcost.text.Numbers.plainTime;

import java.util.Set;
import java.util.stream.LongStream;

/**
 * {@link System#nanoTime}, the clock of all measurements. Cost and step differ: a clock may take 20 ns to read and step
 * by a microsecond (Shipilev, "Nanotrusting the Nanotime", 2014).
 *
 * @param callNanos the cost of a call, the median of many batches
 * @param stepNanos the smallest step between two readings
 */
public record Clock(double callNanos, long stepNanos) {
    private static final int CALLS = 2_000;

    /** Enough for the JIT to be done before the median batch. */
    private static final int BATCHES = 301;

    private static final long SEARCH_NANOS = 20_000_000;

    /** With a larger cost or step, the clock cannot time a call of a microsecond. */
    private static final double UNFIT_NANOS = 1_000;

    /** A clock with a larger cost goes through the kernel. */
    private static final double SLOW_NANOS = 100;

    /** The shortest operation that the clock times to a percent, in units of its cost or step. */
    private static final int TO_A_PERCENT = 100;

    /** The kernel's names of clocks of x86 that are slower than tsc; other architectures have no choice. */
    private static final Set<String> SLOW_SOURCES = Set.of("hpet", "acpi_pm", "kvm-clock", "xen", "jiffies");

    /** Keeps the JIT from dropping the readings. */
    private static volatile long sink;

    /** Measures the clock. This takes some 40 ms. */
    static Clock measure() {
        long[] batches = LongStream.generate(Clock::batch).limit(BATCHES).toArray();
        return new Clock((double) Drift.median(batches) / CALLS, smallestStep());
    }

    private static long batch() {
        long start = System.nanoTime();
        long sum = 0;
        for (int call = 0; call < CALLS; call++) {
            sum += System.nanoTime();
        }
        sink = sum;
        return System.nanoTime() - start;
    }

    /** Sees at least one step, even of a clock that is slower than the search. */
    private static long smallestStep() {
        long start = System.nanoTime();
        long smallest = Long.MAX_VALUE;
        long before = start;
        while (before - start < SEARCH_NANOS) {
            long now = System.nanoTime();
            if (now > before) {
                smallest = Math.min(smallest, now - before);
            }
            before = now;
        }
        return smallest;
    }

    Finding finding(String source) {
        double unit = Math.max(callNanos, stepNanos);
        String what = "System.nanoTime takes " + plainTime(callNanos) + " and steps by " + plainTime(stepNanos)
                + " (clock source " + source + ").";
        String means = "It times single operations of at least " + plainTime(TO_A_PERCENT * unit)
                + " to a percent (SampleTime, SingleShotTime). Time shorter operations in loops (AverageTime).";
        String otherSource = SLOW_SOURCES.contains(source)
                ? "Choose another clock source for the kernel: tsc where the CPU has it."
                : "";
        return Finding.ok(what, means)
                .noteIf(callNanos > SLOW_NANOS, means + " Each reading goes through the kernel.", otherSource)
                .unfitIf(
                        unit > UNFIT_NANOS,
                        "With a cost or step above " + plainTime(UNFIT_NANOS)
                                + " it cannot time a call, and every number depends on it.",
                        otherSource);
    }
}
