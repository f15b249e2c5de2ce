package dev.callcost.lab;

import dev.callcost.compare.PairedRule;
import dev.callcost.data.Estimate;
import dev.callcost.stats.Verdict;

/** How runs end that follow a rule, on rows whose truth is known. */
public final class Tally {
    private final PairedRule rule;
    private final double scale;
    private final double logRatio;
    private final long[] verdicts = new long[Verdict.values().length];
    private long runs;
    private long pairs;
    private long covered;

    /**
     * Counts nothing yet.
     *
     * @param scale by which the differences that it is given are multiplied
     * @param ratio the truth: head's time over base's
     */
    public Tally(PairedRule rule, double scale, double ratio) {
        this.rule = rule;
        this.scale = scale;
        this.logRatio = Math.log(ratio);
    }

    /**
     * Counts how one more run ends: at the first look that decides, or at the last.
     *
     * @param noise its pairs, as they would be if there were no difference; they reach at least the first look
     */
    public void add(LookSums noise) {
        int look = 0;
        Estimate slowdown = noise.estimate(look, scale, logRatio);
        Verdict verdict = rule.judge(slowdown);
        while (!verdict.isDecided() && look < noise.looks() - 1) {
            look++;
            slowdown = noise.estimate(look, scale, logRatio);
            verdict = rule.judge(slowdown);
        }
        runs++;
        verdicts[verdict.ordinal()]++;
        pairs += slowdown.forks();
        covered += Math.abs(slowdown.logMean() - logRatio) <= rule.logHalfWidth(slowdown) ? 1 : 0;
    }

    /** The share of runs that end with the verdict. */
    public double share(Verdict verdict) {
        return (double) verdicts[verdict.ordinal()] / runs;
    }

    /** The share of runs that say that there is a difference. */
    public double differing() {
        return share(Verdict.SLOWER) + share(Verdict.FASTER);
    }

    /** The pairs of a run, on average. */
    public double meanPairs() {
        return (double) pairs / runs;
    }

    /** The share of runs whose last interval holds the truth. */
    double coverage() {
        return (double) covered / runs;
    }
}
