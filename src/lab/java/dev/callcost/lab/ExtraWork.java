package dev.callcost.lab;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.results.RawResults;

/**
 * Makes a benchmark's operations more expensive by a given share: it runs {@link Blackhole#consumeCPU} in chunks, one after every n operations. The
 * loops that JMH generates around a benchmark call this class.
 *
 * <p>The share is the CPU time of the added work over the CPU time that all Java threads of the fork take in the same iterations without it; several
 * benchmark threads split it. JMH's main thread does not count. The JIT compiler and the collector are no Java threads, and a server in another
 * process is not seen. Elapsed time replaces CPU time where the JVM does not measure that. After each iteration every thread times chunks of the
 * current size, outside of the measured time, to price the work; {@link WorkShare} sets the next amount.
 *
 * <p>The share is of work, not of time: an operation that another thread answers may slow down by more or less than the share.
 */
public final class ExtraWork {
    /** The resource with the share, such as 0.03, which {@link WorkInjector} puts into the jar. With 0 the calls are made and do no work. */
    static final String SHARE_RESOURCE = "callcost-extra-work";

    /** Tokens timed together at least: some tens of microseconds, so that reading the clock does not count. */
    private static final long TOKENS_TIMED = 20_000;

    /** The size of a chunk, in tokens, until the first one is set. */
    private static final long FIRST_TOKENS = 500;

    private static final int TIMES = 15;

    /** The id of the thread that runs JMH itself. */
    private static final long MAIN = 1;

    private static final double SHARE = share();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final WorkShare WORK = new WorkShare(SHARE);

    /** Per thread: tokens done in the iteration, and the CPU times at its start of this thread and of the others. */
    private static final ThreadLocal<long[]> OWN = ThreadLocal.withInitial(() -> new long[3]);

    private static final int TOKENS = 0;
    private static final int OWN_NANOS = 1;
    private static final int OTHER_NANOS = 2;

    private static int benchmarkThreads;

    /** A power of two minus one: a chunk follows each operation whose number has none of these bits. */
    private static long mask = -1;

    /** The size of a chunk, in tokens; 0 without work. */
    private static long tokens;

    private ExtraWork() {}

    private static double share() {
        try (InputStream share = ExtraWork.class.getResourceAsStream("/" + SHARE_RESOURCE)) {
            return Double.parseDouble(new String(share.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Called before an iteration, by each benchmark thread. */
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
     * Called after each operation.
     *
     * @param operations how many operations of the iteration have been counted
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
     * Called after an iteration, by each benchmark thread.
     *
     * @param results the operations of this thread
     */
    public static synchronized void iterationEnded(RawResults results) {
        if (SHARE == 0) {
            return;
        }
        long[] own = OWN.get();
        double thread = cpuNanos() - own[OWN_NANOS];
        double part = (thread + Math.max(0, cpuNanosOfOthers() - own[OTHER_NANOS])) / benchmarkThreads;
        long done = own[TOKENS]; // before more tokens are timed
        WORK.iterationEnded(results.measuredOps, part, done, nanosPerToken());
        mask = WORK.period() - 1;
        tokens = WORK.tokens();
    }

    /** Times chunks of the current size, because small chunks cost more per token. */
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
}
