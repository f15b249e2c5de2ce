package dev.callcost.agent;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
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
 * Makes the operations of a benchmark cost a given share more by executing {@link Blackhole#consumeCPU}, in chunks after every so many
 * operations. The loops that JMH generates around a benchmark call it.
 *
 * <p>The share is one of CPU time: that of the work, over what all Java threads of the fork take in the same iterations without it; of
 * several benchmark threads each has its part. JMH's main thread does not count, the compiler and the collector are no Java threads, and a
 * server in another process is not seen. Where the JVM does not tell CPU times, elapsed time stands in. After each iteration of a thread
 * the price of the work is taken, by doing chunks of the size just done, outside of what is measured; {@link WorkShare} does the rest.
 *
 * <p>It is work, not time: where an operation is more than computing in one thread, such as a call that another thread answers, its time may
 * grow by more or less than the share. What other threads take is reported, therefore.
 */
public final class ExtraWork {
    /** The environment variable with the share, such as 0.03; base's fork, which makes the same calls, has 0. */
    public static final String SHARE_VARIABLE = "CALLCOST_EXTRA_WORK";

    /**
     * The environment variable with the file that is told at the fork's end what the measured iterations were: a JSON object, {@code share}
     * that of the work, {@code others} the CPU time of other Java threads over that of the benchmark's, work included.
     */
    public static final String REPORT_VARIABLE = "CALLCOST_EXTRA_WORK_REPORT";

    /** How many tokens at least are timed together: some tens of microseconds, in which a clock's reading does not count. */
    private static final long TOKENS_TIMED = 20_000;

    /** A chunk's tokens before there is one. */
    private static final long FIRST_TOKENS = 500;

    private static final int TIMES = 15;

    /** The thread in which JMH itself runs. */
    private static final long MAIN = 1;

    private static final double SHARE = Double.parseDouble(System.getenv(SHARE_VARIABLE));
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final WorkShare WORK = new WorkShare(SHARE);

    /** Of a thread: tokens done in an iteration, and the CPU times at its begin, of this thread and of the others. */
    private static final ThreadLocal<long[]> OWN = ThreadLocal.withInitial(() -> new long[3]);

    private static final int TOKENS = 0;
    private static final int OWN_NANOS = 1;
    private static final int OTHER_NANOS = 2;

    private static int benchmarkThreads;
    private static double ownNanos;
    private static double allNanos;

    /** A power of two less one: a chunk follows each operation whose number has none of these bits. */
    private static long mask = -1;

    /** Of a chunk; without work none. */
    private static long tokens;

    static {
        if (SHARE > 0) {
            Runtime.getRuntime().addShutdownHook(new Thread(ExtraWork::report, "callcost-extra-work"));
        }
    }

    private ExtraWork() {}

    /** Goes before an iteration of a thread. */
    public static synchronized void iterationBegins() {
        if (SHARE == 0) {
            return;
        }
        long[] own = OWN.get();
        benchmarkThreads += own[OWN_NANOS] == 0 ? 1 : 0;
        own[TOKENS] = 0;
        own[OTHER_NANOS] = cpuNanosOfOthers();
        own[OWN_NANOS] = cpuNanos();
    }

    private static long cpuNanos() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
    }

    private static long cpuNanosOfOthers() {
        long self = Thread.currentThread().getId();
        long[] threads = Arrays.stream(THREADS.getAllThreadIds())
                .filter(thread -> thread != MAIN && thread != self)
                .toArray();
        return Arrays.stream(THREADS.getThreadCpuTime(threads))
                .filter(nanos -> nanos > 0)
                .sum();
    }

    /**
     * Follows an operation.
     *
     * @param operations those of the iteration that have been counted
     */
    public static void after(long operations) {
        if ((operations & mask) == 0) {
            work(tokens);
        }
    }

    private static void work(long chunk) {
        if (chunk > 0) {
            Blackhole.consumeCPU(chunk);
            OWN.get()[TOKENS] += chunk;
        }
    }

    /**
     * Follows an iteration of a thread.
     *
     * @param results its operations
     * @param iteration whether it is warm-up
     */
    public static synchronized void iterationEnded(RawResults results, IterationParams iteration) {
        if (SHARE == 0) {
            return;
        }
        long[] own = OWN.get();
        double thread = cpuNanos() - own[OWN_NANOS];
        double part = (thread + Math.max(0, cpuNanosOfOthers() - own[OTHER_NANOS])) / benchmarkThreads;
        boolean measured = iteration.getType() == IterationType.MEASUREMENT;
        if (measured) {
            ownNanos += thread;
            allNanos += part;
        }
        long done = own[TOKENS];
        WORK.iterationEnded(results.measuredOps, part, done, nanosPerToken(), measured);
        mask = WORK.period() - 1;
        tokens = WORK.tokens();
    }

    /** Timed as it is done, in chunks of the size at hand; large ones are in proportion to their tokens. */
    private static double nanosPerToken() {
        long chunk = Math.min(TOKENS_TIMED, tokens > 0 ? tokens : FIRST_TOKENS);
        long chunks = TOKENS_TIMED / chunk;
        List<Double> times = new ArrayList<>();
        for (int run = 0; run < TIMES; run++) {
            long start = System.nanoTime();
            for (long n = 0; n < chunks; n++) {
                work(chunk);
            }
            times.add((double) (System.nanoTime() - start) / (chunks * chunk));
        }
        return WorkShare.median(times);
    }

    private static synchronized void report() {
        if (Double.isNaN(WORK.done())) {
            return;
        }
        try {
            Files.writeString(
                    Path.of(System.getenv(REPORT_VARIABLE)),
                    "{\"share\":" + WORK.done() + ",\"others\":" + (allNanos - ownNanos) / ownNanos + "}");
        } catch (IOException e) {
            System.err.println("cannot tell what share more work took: " + e);
        }
    }
}
