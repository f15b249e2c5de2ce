package dev.callcost.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.RawResults;
import org.openjdk.jmh.runner.IterationType;

/**
 * Makes each operation of a benchmark take a given share longer by executing {@link Blackhole#consumeCPU}, in chunks after every so many
 * operations. The loop that JMH generates around a benchmark calls it.
 *
 * <p>It is calibrated in the fork itself. Every other warm-up iteration runs without it, and the processor is timed right after it: so it
 * is known how many tokens take as long as an operation, also while the processor's speed changes. The median over the later half of these
 * iterations counts. From the first measured iteration on the amount stays what it is.
 *
 * <p>It is work, not time: where an operation is more than computing in one thread, such as a call that another thread answers, its time may
 * grow by more or less than the work takes.
 */
public final class ExtraWork {
    /** The environment variable with the share, such as 0.03; base's fork, which makes the same calls, has 0. */
    public static final String SHARE_VARIABLE = "CALLCOST_EXTRA_WORK";

    /** The environment variable with the file that is told at the fork's end what share the work had in measured iterations. */
    public static final String REPORT_VARIABLE = "CALLCOST_EXTRA_WORK_REPORT";

    /** The least that a chunk takes: far more than to call it. Longer ones would let what waits for the thread fall asleep. */
    private static final long CHUNK_NANOS = 500;

    private static final int TOKENS_TIMED = 20_000;
    private static final int TIMES = 15;

    private static final double SHARE = Double.parseDouble(System.getenv(SHARE_VARIABLE));
    private static final ThreadLocal<long[]> CHUNKS = ThreadLocal.withInitial(() -> new long[1]);
    private static final List<Double> TOKENS_PER_OPERATION = new ArrayList<>();

    private static int warmUps;
    private static double tokensPerOperation;
    private static double extraTokens;
    private static double operations;

    /** A power of two less one: a chunk follows each operation whose number has none of these bits. */
    private static long mask = -1;

    /** Of a chunk; without work none. */
    private static long tokens;

    private static long calibratedTokens;

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
            Blackhole.consumeCPU(tokens);
            CHUNKS.get()[0]++;
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
        long chunks = CHUNKS.get()[0];
        CHUNKS.get()[0] = 0;
        if (iteration.getType() == IterationType.WARMUP) {
            if (chunks == 0) {
                calibrate(results.getTime() / results.measuredOps);
            }
            warmUps++;
            tokens = warmUps % 2 == 0 && warmUps < iteration.getCount() ? 0 : calibratedTokens;
        } else if (warmUps == 0) {
            throw new IllegalStateException("more work is calibrated by warm-up iterations: there are none");
        } else {
            operations += results.measuredOps;
            extraTokens += (double) chunks * tokens;
        }
    }

    private static void calibrate(double nanosPerOperation) {
        double perToken = nanosPerToken();
        TOKENS_PER_OPERATION.add(nanosPerOperation / perToken);
        int all = TOKENS_PER_OPERATION.size();
        tokensPerOperation = median(TOKENS_PER_OPERATION.subList(all / 2, all).stream()
                .mapToDouble(Double::doubleValue)
                .toArray());
        double wanted = SHARE * tokensPerOperation;
        long period = 1;
        while (period * wanted * perToken < CHUNK_NANOS) {
            period <<= 1;
        }
        calibratedTokens = Math.max(1, Math.round(period * wanted));
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
            Files.writeString(
                    Path.of(System.getenv(REPORT_VARIABLE)),
                    Double.toString(extraTokens / (operations * tokensPerOperation)));
        } catch (IOException e) {
            System.err.println("cannot tell what share more work took: " + e);
        }
    }
}
