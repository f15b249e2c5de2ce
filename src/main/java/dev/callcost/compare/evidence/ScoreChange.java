package dev.callcost.compare.evidence;

import dev.callcost.data.EstimateText;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.FileRatios;
import dev.callcost.stats.VerdictRule;
import dev.callcost.stats.VerdictRule.Verdict;
import java.util.EnumSet;
import java.util.Set;

/**
 * Head's time over base's by the usual statistic and by the means of each fork's iterations, with the verdict of each.
 * The usual statistic ({@link dev.callcost.data.Metric.ForkValue}, of pairs {@link PairDifference}) ignores slow
 * moments of the machine and with them pauses of the garbage collector; where the sides differ in JVM, collector or
 * heap, the mean decides.
 *
 * @param rule the row's own: margin and level of its intervals
 * @param meanBeyond SLOWER or FASTER where the mean is proven to be beyond the margin and the usual statistic is the
 *     same or inconclusive; otherwise UNDECIDED
 */
public record ScoreChange(
        Estimate usual,
        Estimate byMean,
        Verdict usualVerdict,
        Verdict meanVerdict,
        boolean meanDecides,
        VerdictRule rule,
        Verdict meanBeyond) {

    private static final Set<Verdict> HIDING = EnumSet.of(Verdict.SAME, Verdict.UNDECIDED);

    public static final String TOO_WIDE = "too wide";

    public ScoreChange {
        meanBeyond = !meanDecides && HIDING.contains(usualVerdict) ? meanBeyond : Verdict.UNDECIDED;
    }

    /** How often an interval misses the truth; where files are the unit, what all rows share may miss it too. */
    public double level() {
        return rule.level() + (usual.slack() > 0 || byMean.slack() > 0 ? FileRatios.SHARED_LEVEL : 0);
    }

    public Estimate slowdown() {
        return meanDecides ? byMean : usual;
    }

    /** The lower end of its interval; NaN without one. */
    public double low() {
        return slowdown().low(rule.confidence());
    }

    public double high() {
        return slowdown().high(rule.confidence());
    }

    /** The interval that counts; {@code too wide} when it is wider than the ratio itself, and empty without one. */
    public String interval() {
        return high() > 2 * slowdown().value() ? TOO_WIDE : EstimateText.changes(low(), high());
    }

    public Verdict verdict() {
        return meanDecides ? meanVerdict : usualVerdict;
    }

    /**
     * The same with SAME in place of SLOWER and FASTER: the difference is significant and does not count, see
     * {@link Floor}.
     */
    ScoreChange withinFloor() {
        return new ScoreChange(
                usual,
                byMean,
                usualVerdict.isDecided() ? Verdict.SAME : usualVerdict,
                meanVerdict.isDecided() ? Verdict.SAME : meanVerdict,
                meanDecides,
                rule,
                Verdict.UNDECIDED);
    }

    /** The same without a verdict: the difference drifts. */
    ScoreChange undecided() {
        return new ScoreChange(
                usual, byMean, Verdict.UNDECIDED, Verdict.UNDECIDED, meanDecides, rule, Verdict.UNDECIDED);
    }
}
