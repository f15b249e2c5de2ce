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

    /** The same, undecided where the deciding verdict is SLOWER: fresh pairs do not confirm it. */
    ScoreComparison withoutSlower() {
        Verdict verdict = verdict() == Verdict.SLOWER ? Verdict.UNDECIDED : verdict();
        return new ScoreComparison(
                byMedian,
                byMean,
                meanDecides ? medianVerdict : verdict,
                meanDecides ? verdict : meanVerdict,
                meanDecides);
    }
}
