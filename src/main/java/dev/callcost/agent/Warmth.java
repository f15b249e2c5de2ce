package dev.callcost.agent;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Says whether a fork is warm, by its iterations: nothing that changes the code it runs has happened for a while, and its scores stand still.
 *
 * <p>What counts is a window of the last iterations: two seconds running, and at least six iterations. Only what happens while
 * iterations run is in it, so a fork that takes turns with another one has two seconds of its own.
 *
 * <p>It is asked between iterations and written without streams: what it needs to be compiled would delay what it waits for.
 */
public final class Warmth {
    /** How long a fork has to look warm. */
    static final long WINDOW_NANOS = 2_000_000_000L;

    /** The share of the window that the JIT compiler's threads may work, all together. */
    static final double COMPILING = 0.01;

    /**
     * That of the measured iterations: they are shorter, so that JMH and the recorder, whose own code is compiled as well, are at work more often between
     * them. That alone is 1 to 2 % of a second of iterations of 20 ms where a method of a nanosecond is measured.
     */
    public static final double COMPILING_MEASURED = 0.02;

    /** By how much the window's halves may differ, on the log scale, where their noise is less. */
    static final double MOVING = 0.01;

    /** Iterations of which one may be unlike the others. */
    private static final int MANY = 20;

    /** Iterations in half a window. */
    private static final int FEWEST = 3;

    /** Of the standard error of the difference of two medians: beyond it one in twenty comes by chance. */
    private static final double CHANCE = 2;

    /** The standard error of a median, in those of a mean, of a normal distribution. */
    private static final double OF_MEDIAN = 1.2533;

    /** The standard deviation, in median absolute differences of two values, of a normal distribution. */
    private static final double OF_DIFFERENCE = 1.0483;

    private static final double NANOS_PER_MILLI = 1e6;

    /** What a warm fork has behind it. */
    enum Condition {
        /** The JIT compiler is idle. */
        COMPILATION,
        /** No class is loaded. */
        CLASSES,
        /** What the cell itself waits for has happened, all of it before the window began. */
        EVENTS,
        /** Both halves of the window have the same score: their medians are within 1 % of each other, or within their noise. */
        SCORES
    }

    /**
     * What an iteration did.
     *
     * @param nanos how long it ran
     * @param score in any unit
     * @param compilationMillis time of the JIT compiler's threads meanwhile
     * @param classes loaded meanwhile
     * @param afterEvents whether all that the cell waits for had happened before it
     */
    record Iteration(long nanos, double score, long compilationMillis, long classes, boolean afterEvents) {}

    private final long windowNanos;
    private final double compiling;
    private final boolean forgiving;
    private final Deque<Iteration> window = new ArrayDeque<>();
    private final Map<Condition, Long> unmetUntil = new EnumMap<>(Condition.class);
    private long inWindow;
    private long nanos;
    private int iterations;

    private Warmth(long windowNanos, double compiling, boolean forgiving) {
        this.windowNanos = windowNanos;
        this.compiling = compiling;
        this.forgiving = forgiving;
    }

    /** Over the last two seconds. */
    static Warmth ofWarmUp() {
        return new Warmth(WINDOW_NANOS, COMPILING, false);
    }

    /**
     * Over all iterations. Of many the one in which the JIT worked most does not count: what JMH does after each becomes hot by their number, sooner
     * or later.
     */
    static Warmth ofMeasured() {
        return new Warmth(Long.MAX_VALUE, COMPILING_MEASURED, true);
    }

    /** Adds the next iteration. */
    void add(Iteration iteration) {
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

    /** Whether all conditions were met in the whole of the last window. */
    boolean isWarm() {
        return iterations > 0 && !unmetUntil.containsValue(nanos);
    }

    /** How long all iterations ran. */
    long nanos() {
        return nanos;
    }

    /** How many there were. */
    int iterations() {
        return iterations;
    }

    /** After how many nanoseconds of running each condition was last not met. */
    Map<Condition, Long> unmetUntil() {
        return unmetUntil;
    }

    /** The conditions that the iterations in the window do not meet. */
    Set<Condition> unmet() {
        Set<Condition> unmet = EnumSet.noneOf(Condition.class);
        long compilationMillis = 0;
        long most = 0;
        long classes = 0;
        boolean afterEvents = true;
        for (Iteration iteration : window) {
            compilationMillis += iteration.compilationMillis;
            most = Math.max(most, iteration.compilationMillis);
            classes += iteration.classes;
            afterEvents &= iteration.afterEvents;
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
        if (!afterEvents) {
            unmet.add(Condition.EVENTS);
        }
        if (!standsStill()) {
            unmet.add(Condition.SCORES);
        }
        return unmet;
    }

    /** No score that is not a positive number does; of fewer than six iterations nothing is known. */
    private boolean standsStill() {
        int all = window.size();
        if (all < 2 * FEWEST) {
            return true;
        }
        double[] logs = new double[all];
        int half = 0;
        int at = 0;
        long before = 0;
        for (Iteration iteration : window) {
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

    /** The standard error of a median, by how much neighbours differ: a step or a slope is no noise. */
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
