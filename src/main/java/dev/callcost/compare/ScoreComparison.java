package dev.callcost.compare;

import dev.callcost.data.Estimate;
import dev.callcost.stats.Verdict;

/**
 * The scores of a row's two sides, in two ways: by the median of each fork's iterations, and by their mean. The median leaves out
 * slow moments of the machine, and with them the pauses of the garbage collector; where the sides differ in JVM, collector or heap
 * the mean decides.
 *
 * @param byMedian head's time over base's, by medians
 * @param byMean head's time over base's, by means
 * @param medianVerdict the verdict on medians
 * @param meanVerdict the verdict on means
 * @param meanDecides which of the two counts
 */
public record ScoreComparison(
        Estimate byMedian, Estimate byMean, Verdict medianVerdict, Verdict meanVerdict, boolean meanDecides) {

    /** The estimate that counts. */
    public Estimate slowdown() {
        return meanDecides ? byMean : byMedian;
    }

    /** The verdict that counts. */
    public Verdict verdict() {
        return meanDecides ? meanVerdict : medianVerdict;
    }
}
