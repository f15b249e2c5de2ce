package dev.callcost.ladder;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Numbers divided in two where the division explains most: the split of the sorted numbers with the largest ratio of the squares
 * between the groups to those within (Engelman and Hartigan, "Percentage points of a test for clusters", J. Am. Statist. Assoc.
 * 64, 1969). A group has at least two numbers here, as one slow fork is no second kind of fork.
 *
 * @param limit the largest number of the lower group
 * @param distance from the lower group's mean to the upper one's
 * @param ratio squares between the groups over squares within; infinite when there are none within
 */
record TwoGroups(double limit, double distance, double ratio) {
    /** Numbers in a group. */
    private static final int SMALLEST = 2;

    private static final int TRIALS = 20_000;
    private static final long SEED = 1969;

    /** By the count of numbers the sorted ratios of simulated ones, for each shape. */
    private static final Map<Integer, List<double[]>> OF_ONE_KIND = new ConcurrentHashMap<>();

    /**
     * Divides numbers.
     *
     * @throws IllegalArgumentException when there are fewer than four
     */
    public static TwoGroups of(double... numbers) {
        double[] sorted = numbers.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double total = Arrays.stream(sorted).sum();
        double mean = total / n;
        double squares = Arrays.stream(sorted).map(x -> (x - mean) * (x - mean)).sum();
        double most = -1;
        double lower = 0;
        TwoGroups best = null;
        for (int i = 1; i <= n - SMALLEST; i++) {
            lower += sorted[i - 1];
            double distance = (total - lower) / (n - i) - lower / i;
            double between = distance * distance * i * (n - i) / n;
            if (i >= SMALLEST && between > most) {
                most = between;
                best = new TwoGroups(sorted[i - 1], distance, between / Math.max(0, squares - between));
            }
        }
        if (best == null) {
            throw new IllegalArgumentException(n + " numbers are too few");
        }
        return best;
    }

    /**
     * The probability that numbers of one kind are divided as well as these, by simulation with a fixed seed. One kind may be spread
     * evenly, which a machine that drifts makes of forks, or have a tail to one side, which a few slow ones are: the larger
     * probability of the two. Numbers from a normal distribution are divided less well than either.
     *
     * @param count how many numbers were divided
     */
    public double probability(int count) {
        return OF_ONE_KIND.computeIfAbsent(count, TwoGroups::simulate).stream()
                .mapToDouble(this::shareOfThoseAsGood)
                .max()
                .orElseThrow();
    }

    private double shareOfThoseAsGood(double[] sortedRatios) {
        int below = Arrays.binarySearch(sortedRatios, ratio);
        int asGood = sortedRatios.length - (below < 0 ? -below - 1 : below);
        return (asGood + 1.0) / (sortedRatios.length + 1.0);
    }

    private static List<double[]> simulate(int count) {
        return Stream.<ToDoubleFunction<Random>>of(Random::nextDouble, random -> -Math.log1p(-random.nextDouble()))
                .map(shape -> simulate(count, shape))
                .toList();
    }

    private static double[] simulate(int count, ToDoubleFunction<Random> shape) {
        Random random = new Random(SEED);
        double[] numbers = new double[count];
        double[] ratios = new double[TRIALS];
        for (int trial = 0; trial < TRIALS; trial++) {
            Arrays.setAll(numbers, i -> shape.applyAsDouble(random));
            ratios[trial] = of(numbers).ratio;
        }
        Arrays.sort(ratios);
        return ratios;
    }
}
