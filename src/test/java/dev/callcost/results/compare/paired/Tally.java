package dev.callcost.results.compare.paired;

import dev.callcost.results.Estimate;
import dev.callcost.results.compare.Verdict;

/** How runs end that follow a rule, on rows whose truth is known. */
final class Tally {
    private final PairedRule rule;
    private final double sd;
    private final double logRatio;
    private final long[] verdicts = new long[Verdict.values().length];
    private long runs;
    private long pairs;
    private long covered;

    /**
     * Counts nothing yet.
     *
     * @param sd the standard deviation of a fork
     * @param ratio the truth: head's time over base's
     */
    Tally(PairedRule rule, double sd, double ratio) {
        this.rule = rule;
        this.sd = sd;
        this.logRatio = Math.log(ratio);
    }

    /** Counts how one more run ends: at the first look that decides, or at the last. */
    void add(NoisyPairs noise) {
        int look = 0;
        Estimate slowdown = noise.estimate(look, sd, logRatio);
        Verdict verdict = rule.judge(slowdown);
        while (!verdict.isDecided() && look < PairedRule.LOOKS.size() - 1) {
            look++;
            slowdown = noise.estimate(look, sd, logRatio);
            verdict = rule.judge(slowdown);
        }
        runs++;
        verdicts[verdict.ordinal()]++;
        pairs += slowdown.forks();
        covered += Math.abs(slowdown.logMean() - logRatio) <= rule.logHalfWidth(slowdown) ? 1 : 0;
    }

    /** The share of runs that end with the verdict. */
    double share(Verdict verdict) {
        return (double) verdicts[verdict.ordinal()] / runs;
    }

    /** The share of runs that say that there is a difference. */
    double differing() {
        return share(Verdict.SLOWER) + share(Verdict.FASTER);
    }

    /** The pairs of a run, on average. */
    double meanPairs() {
        return (double) pairs / runs;
    }

    /** The share of runs whose last interval holds the truth. */
    double coverage() {
        return (double) covered / runs;
    }
}
