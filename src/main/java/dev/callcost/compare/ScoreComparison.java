package dev.callcost.compare;

import dev.callcost.data.Estimate;
import dev.callcost.stats.Verdict;

/**
 * Head's time over base's by the medians of each fork's iterations and by their means, with the verdict of each. The median ignores slow moments of the machine
 * and with them pauses of the garbage collector; where the sides differ in JVM, collector or heap, the mean decides.
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
