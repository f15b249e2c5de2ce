package dev.callcost.compare;

import java.util.Collection;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * A share of things that come in clusters, such as verdicts in sessions: those of a cluster may have a cause in common, and then tell
 * less than as many independent ones. The interval is that of Korn and Graubard (<i>Confidence intervals for proportions with small
 * expected number of positive counts estimated from survey data</i>, Survey Methodology 24, 1998): Clopper and Pearson's for an effective
 * size of the sample, which is its size over the design effect, times the square of the ratio of Student's quantiles for as many degrees
 * of freedom as the sample and as the clusters have. A few clusters thus make it wide, because they say little of how much clusters differ.
 *
 * @param number how many clusters there are, at least two
 * @param share of all things
 * @param designEffect the variance of the share among clusters, by that of as many independent things; at least 1, as clusters that are
 *     more alike than by chance prove nothing. Where no variance can be seen, because none or all are meant, it is as if all things of
 *     a cluster were one.
 */
public record Clusters(int number, Share share, double designEffect) {

    /**
     * The share over clusters.
     *
     * @param clusters at least two, each with at least one thing
     */
    static Clusters of(Collection<Share> clusters) {
        int number = clusters.size();
        Share share = new Share(
                clusters.stream().mapToInt(Share::count).sum(),
                clusters.stream().mapToInt(Share::all).sum());
        double p = share.value();
        double squares = clusters.stream()
                .mapToDouble(cluster -> Math.pow(cluster.count() - p * cluster.all(), 2))
                .sum();
        double variance = squares * number / (number - 1.0) / Math.pow(share.all(), 2);
        double independent = p * (1 - p) / (share.all() - 1.0);
        return new Clusters(
                number, share, independent == 0 ? (double) share.all() / number : Math.max(1, variance / independent));
    }

    /** How many independent things the clusters are worth. */
    public double effectiveSize() {
        return share.all() / designEffect * Math.pow(quantile(share.all()) / quantile(number), 2);
    }

    private static double quantile(int size) {
        return new TDistribution(size - 1.0).inverseCumulativeProbability((1 + ExactInterval.CONFIDENCE) / 2);
    }

    /** The interval of the probability behind the share. */
    public ExactInterval interval() {
        return ExactInterval.of(share.value(), effectiveSize());
    }
}
