package dev.callcost.data;

import dev.callcost.agent.SeveralCpus;
import dev.callcost.stats.Robust;
import java.util.Arrays;
import java.util.Set;

/** How a fork's value is made from the scores of its iterations. */
public enum ForkValue {
    /**
     * The mean of the fastest quarter, two iterations at least: the time of an operation when nothing else uses the
     * core. On a shared machine others only ever make an iteration slower. It hides what makes some iterations slower,
     * such as collections.
     */
    FASTEST_QUARTER("fastest quarter") {
        @Override
        public double of(double[] scores, boolean isMoreBetter) {
            double[] sorted = scores.clone();
            Arrays.sort(sorted);
            int fastest = fastest(sorted.length);
            int from = isMoreBetter ? sorted.length - fastest : 0;
            return Arrays.stream(sorted, from, from + fastest).sum() / fastest;
        }
    },

    MEDIAN("median") {
        @Override
        public double of(double[] scores, boolean isMoreBetter) {
            return Robust.median(scores);
        }
    };

    private static final double SHARE = 0.25;
    private static final int FEWEST = 2;

    private final String words;

    ForkValue(String words) {
        this.words = words;
    }

    /** The value of at least one score. */
    public abstract double of(double[] scores, boolean isMoreBetter);

    /** How many iterations the fastest quarter has. */
    static int fastest(int iterations) {
        return Math.min(iterations, (int) Math.max(FEWEST, Math.round(SHARE * iterations)));
    }

    /** {@code fastest quarter} */
    @Override
    public String toString() {
        return words;
    }

    /** What the values of some rows are: {@code mean of the fastest quarter of a fork's iterations}. */
    public static String words(Set<ForkValue> some) {
        return (some.equals(Set.of(MEDIAN)) ? "median" : "mean of the " + FASTEST_QUARTER) + " of a fork's iterations"
                + (some.size() > 1
                        ? " (" + String.join(", ", SeveralCpus.VALUES) + ", sample and ss: the median)"
                        : "");
    }
}
