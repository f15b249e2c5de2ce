package dev.callcost.agent;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Decides from a fork's iterations whether the fork is warm: for a while nothing has changed the code that it runs, and
 * its scores are stable.
 *
 * <p>The window is the last two seconds of running, and at least six iterations. Only time in iterations counts. It
 * uses no streams: compiling them would delay the state that it waits for.
 */
public final class Warmth {
    static final long WINDOW_NANOS = 2_000_000_000L;

    /** The largest share of the window that all JIT compiler threads may work together. */
    static final double COMPILING = 0.01;

    /**
     * The largest share of the window that all JIT compiler threads may work while iterations are measured. These
     * iterations are shorter: JMH's and the recorder's code alone is 1 to 2 % of a second of iterations of 20 ms.
     */
    public static final double COMPILING_MEASURED = 0.02;

    /** The largest difference of the window's halves, on the log scale, where their noise is less. */
    static final double MOVING = 0.01;

    /** With this many iterations one may be an outlier. */
    private static final int MANY = 20;

    /** The least number of iterations in half a window. */
    private static final int FEWEST = 3;

    /** A difference of two medians beyond this many standard errors comes by chance once in twenty. */
    private static final double CHANCE = 2;

    /** The standard error of a median over that of a mean, for a normal distribution. */
    private static final double OF_MEDIAN = 1.2533;

    /** The standard deviation over the median absolute difference of two values, for a normal distribution. */
    private static final double OF_DIFFERENCE = 1.0483;

    private static final double NANOS_PER_MILLI = 1e6;

    enum Condition {
        COMPILATION,
        CLASSES,
        /**
         * Both halves of the window have the same score: their medians differ by at most 1 %, or by less than their
         * noise.
         */
        SCORES
    }

    /** @param compilationMillis time that JIT compiler threads worked meanwhile */
    record WarmthSample(long nanos, double score, long compilationMillis, long classes) {}

    private final long windowNanos;
    private final double compiling;
    private final boolean forgiving;
    private final Deque<WarmthSample> window = new ArrayDeque<>();
    private final Map<Condition, Long> unmetUntil = new EnumMap<>(Condition.class);
    private long inWindow;
    private long nanos;
    private int iterations;

    private Warmth(long windowNanos, double compiling, boolean forgiving) {
        this.windowNanos = windowNanos;
        this.compiling = compiling;
        this.forgiving = forgiving;
    }

    static Warmth ofWarmUp() {
        return new Warmth(WINDOW_NANOS, COMPILING, false);
    }

    /**
     * Judges all iterations together. With many, the one with the most JIT work is ignored: what JMH does after each
     * one becomes hot sooner or later.
     */
    static Warmth ofMeasured() {
        return new Warmth(Long.MAX_VALUE, COMPILING_MEASURED, true);
    }

    void add(WarmthSample iteration) {
        window.add(iteration);
        inWindow += iteration.nanos;
        nanos += iteration.nanos;
        iterations++;
        while (window.size() > 2 * FEWEST && inWindow - window.getFirst().nanos >= windowNanos) {
            inWindow -= window.removeFirst().nanos;
        }
        boolean isFull = inWindow >= windowNanos && window.size() >= 2 * FEWEST;
        for (Condition condition : isFull ? unmet() : EnumSet.allOf(Condition.class)) {
            unmetUntil.put(condition, nanos);
        }
    }

    /** Whether all conditions were met in the last window. */
    boolean isWarm() {
        return iterations > 0 && !unmetUntil.containsValue(nanos);
    }

    long nanos() {
        return nanos;
    }

    int iterations() {
        return iterations;
    }

    /** The running time, in nanoseconds, until which each condition was not met. */
    Map<Condition, Long> unmetUntil() {
        return unmetUntil;
    }

    /** The conditions that the window does not meet. */
    Set<Condition> unmet() {
        Set<Condition> unmet = EnumSet.noneOf(Condition.class);
        long compilationMillis = 0;
        long most = 0;
        long classes = 0;
        for (WarmthSample iteration : window) {
            compilationMillis += iteration.compilationMillis;
            most = Math.max(most, iteration.compilationMillis);
            classes += iteration.classes;
        }
        if (forgiving && window.size() >= MANY) {
            compilationMillis -= most;
        }
        if (NANOS_PER_MILLI * compilationMillis > compiling * inWindow) {
            unmet.add(Condition.COMPILATION);
        }
        if (classes > 0) {
            unmet.add(Condition.CLASSES);
        }
        if (!standsStill()) {
            unmet.add(Condition.SCORES);
        }
        return unmet;
    }

    /** Whether the scores are stable: fewer than six are, and what is no positive number is not. */
    private boolean standsStill() {
        int all = window.size();
        if (all < 2 * FEWEST) {
            return true;
        }
        double[] logs = new double[all];
        int half = 0;
        int at = 0;
        long before = 0;
        for (WarmthSample iteration : window) {
            if (at < FEWEST || at < all - FEWEST && before < inWindow / 2) {
                half++;
            }
            before += iteration.nanos;
            logs[at++] = Math.log(iteration.score);
        }
        double[] earlier = Arrays.copyOf(logs, half);
        double[] later = Arrays.copyOfRange(logs, half, all);
        double noise = CHANCE * Math.hypot(error(earlier), error(later));
        double difference = Math.abs(median(later) - median(earlier));
        return difference <= Math.max(MOVING, noise) && Double.isFinite(difference);
    }

    /** The standard error of a median, from the differences of neighbours: so a step or a slope is no noise. */
    private static double error(double[] values) {
        double[] differences = new double[values.length - 1];
        for (int i = 0; i < differences.length; i++) {
            differences[i] = Math.abs(values[i + 1] - values[i]);
        }
        return OF_MEDIAN * OF_DIFFERENCE * median(differences) / Math.sqrt(values.length);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
