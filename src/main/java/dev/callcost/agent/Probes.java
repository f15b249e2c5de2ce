package dev.callcost.agent;

import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Counts the calls of changed methods in a scout: a fork that runs a row once to see which of them it runs. Each changed method in the scout's jar begins with a
 * call of {@link #hit}.
 *
 * <p>JMH calls profilers before a fork's first set-up and after its last tear-down (see {@code org.openjdk.jmh.runner.BenchmarkHandler#runIteration}), so they
 * cannot tell set-up from measurement. The scout's jar therefore calls this class from {@code org.openjdk.jmh.runner.InfraControl} too, where each thread of a
 * benchmark passes by: {@link #setsUp} after set-up at {@code Level.Trial} and before {@code Level.Iteration}, {@link #measures} before the first operation,
 * {@link #tearsDown} after the last one. Set-up and tear-down at {@code Level.Invocation} are thus part of the iteration; those at other levels are not, except
 * that {@code Level.Iteration} is in mode SingleShotTime, whose threads do not announce their first operation. With a JMH that has no such class or methods
 * everything after the first call of a profiler is part of the iteration.
 */
public final class Probes {
    private static final int CHUNK_BITS = 10;
    private static final int CHUNKS = 1 << 12;

    /** No probe has this number or a larger one. */
    public static final int MOST = CHUNKS << CHUNK_BITS;

    /**
     * Created as needed and never replaced. Two threads may lose counts to each other and never the first: what one of them writes is not 0. A fork may hit probes
     * before it knows how many there are.
     */
    private static final long[][] COUNTS = new long[CHUNKS][];

    private static long[][] before = new long[CHUNKS][];
    private static long[][] after;
    private static boolean isSingleShot;
    private static boolean isMeasuring;
    private static int threads;

    private Probes() {}

    /** A method with this number begins. */
    public static void hit(int id) {
        long[] chunk = COUNTS[id >>> CHUNK_BITS];
        if (chunk == null) {
            chunk = chunk(id >>> CHUNK_BITS);
        }
        chunk[id & (1 << CHUNK_BITS) - 1]++;
    }

    private static synchronized long[] chunk(int index) {
        if (COUNTS[index] == null) {
            COUNTS[index] = new long[1 << CHUNK_BITS];
        }
        return COUNTS[index];
    }

    private static long[][] copy() {
        long[][] copy = COUNTS.clone();
        for (int n = 0; n < copy.length; n++) {
            copy[n] = copy[n] == null ? null : copy[n].clone();
        }
        return copy;
    }

    /** An iteration is about to begin, and no thread of it has. */
    static synchronized void begin(BenchmarkParams benchmark) {
        isSingleShot = benchmark.getMode() == Mode.SingleShotTime;
        threads = benchmark.getThreads();
        isMeasuring = false;
        before = copy();
        after = null;
    }

    /** A thread begins its set-up for the iteration. */
    public static void setsUp() {
        if (isSingleShot) {
            measures();
        }
    }

    /** A thread has set up. */
    public static synchronized void measures() {
        if (!isMeasuring) {
            isMeasuring = true;
            before = copy();
        }
    }

    /** A thread has run its last operation. */
    public static synchronized void tearsDown() {
        threads--;
        if (threads == 0) {
            after = copy();
        }
    }

    /** A line for each method that was called: its number, its calls within the iteration, and its calls before and after. */
    static synchronized String report() {
        long[][] now = copy();
        long[][] end = after == null ? now : after;
        StringBuilder lines = new StringBuilder();
        for (int index = 0; index < CHUNKS; index++) {
            for (int n = 0; now[index] != null && n < now[index].length; n++) {
                long within = count(end, index, n) - count(before, index, n);
                if (now[index][n] != 0) {
                    lines.append((index << CHUNK_BITS) + n)
                            .append(' ')
                            .append(within)
                            .append(' ')
                            .append(now[index][n] - within)
                            .append('\n');
                }
            }
        }
        return lines.toString();
    }

    /** A chunk is missing where no method of it had been called. */
    private static long count(long[][] counts, int index, int n) {
        return counts[index] == null ? 0 : counts[index][n];
    }
}
