package dev.callcost.state.inject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.RawResults;
import org.openjdk.jmh.runner.IterationType;

/**
 * Makes each operation of a benchmark take a given share longer by executing {@link Blackhole#consumeCPU}, in chunks after every so many
 * operations. The loop that JMH generates around a benchmark calls it.
 *
 * <p>It is calibrated in the fork itself, after each warm-up iteration: how long an operation takes without it, as the median of the last
 * few iterations, and how long the processor takes for a token. From the first measured iteration on the amount stays what it is.
 */
public final class ExtraWork {
    /** The environment variable with the share, such as 0.03; base's fork, which makes the same calls, has 0. */
    public static final String SHARE_VARIABLE = "CALLCOST_EXTRA_WORK";

    /** The environment variable with the file that is told at the fork's end what share of time the work took in measured iterations. */
    public static final String REPORT_VARIABLE = "CALLCOST_EXTRA_WORK_REPORT";

    /** The least that a chunk takes: far more than to call it and to read the clock around it. */
    private static final long CHUNK_NANOS = 10_000;

    /** Iterations that run without it, in which the compiler begins with the benchmark. */
    private static final int WITHOUT = 3;

    private static final int RECENT = 5;
    private static final int TOKENS_TIMED = 20_000;
    private static final int TIMES = 15;

    private static final double SHARE = Double.parseDouble(System.getenv(SHARE_VARIABLE));
    private static final ThreadLocal<long[]> SPENT = ThreadLocal.withInitial(() -> new long[1]);
    private static final Deque<Double> RECENT_NANOS = new ArrayDeque<>();

    private static int warmUps;
    private static double extraNanos;
    private static double ownNanos;

    /** A power of two less one: a chunk follows each operation whose number has none of these bits. Without work, an iteration's first. */
    private static long mask = -1;

    private static long tokens;

    static {
        if (SHARE > 0) {
            Runtime.getRuntime().addShutdownHook(new Thread(ExtraWork::report, "callcost-extra-work"));
        }
    }

    private ExtraWork() {}

    /**
     * Follows an operation.
     *
     * @param operations those of the iteration that have been counted
     */
    public static void after(long operations) {
        if ((operations & mask) == 0) {
            work();
        }
    }

    private static void work() {
        if (tokens > 0) {
            long start = System.nanoTime();
            Blackhole.consumeCPU(tokens);
            SPENT.get()[0] += System.nanoTime() - start;
        }
    }

    /**
     * Follows an iteration of a thread.
     *
     * @param results its time and operations
     * @param iteration whether it is warm-up
     * @throws IllegalStateException when an iteration is measured and none was warm-up
     */
    public static synchronized void iterationEnded(RawResults results, IterationParams iteration) {
        if (SHARE == 0) {
            return;
        }
        long[] spent = SPENT.get();
        double own = results.getTime() - spent[0];
        if (iteration.getType() == IterationType.WARMUP) {
            calibrate(own / results.measuredOps, iteration.getCount());
        } else if (warmUps == 0) {
            throw new IllegalStateException("more work is calibrated by warm-up iterations: there are none");
        } else {
            ownNanos += own;
            extraNanos += spent[0];
        }
        spent[0] = 0;
    }

    private static void calibrate(double nanosPerOperation, int iterations) {
        RECENT_NANOS.addLast(nanosPerOperation);
        if (RECENT_NANOS.size() > RECENT) {
            RECENT_NANOS.removeFirst();
        }
        if (++warmUps < Math.min(WITHOUT, iterations)) {
            return;
        }
        double wanted = SHARE
                * median(RECENT_NANOS.stream().mapToDouble(Double::doubleValue).toArray());
        long period = 1;
        while (period * wanted < CHUNK_NANOS) {
            period <<= 1;
        }
        tokens = Math.max(1, Math.round(period * wanted / nanosPerToken()));
        mask = period - 1;
    }

    private static double nanosPerToken() {
        double[] times = new double[TIMES];
        for (int run = 0; run < TIMES; run++) {
            long start = System.nanoTime();
            Blackhole.consumeCPU(TOKENS_TIMED);
            times[run] = (double) (System.nanoTime() - start) / TOKENS_TIMED;
        }
        return median(times);
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    private static synchronized void report() {
        try {
            Files.writeString(Path.of(System.getenv(REPORT_VARIABLE)), Double.toString(extraNanos / ownNanos));
        } catch (IOException e) {
            System.err.println("cannot tell what share more work took: " + e);
        }
    }
}
