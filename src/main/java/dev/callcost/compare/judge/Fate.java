package dev.callcost.compare.judge;

import dev.callcost.stats.VerdictRule.Verdict;

/** What became of a row: the verdict on it, or why it has none. The JSON has the names. */
public enum Fate {
    SLOWER(Verdict.SLOWER),
    FASTER(Verdict.FASTER),
    SAME(Verdict.SAME),
    UNDECIDED(Verdict.UNDECIDED),
    CANNOT_TELL(Verdict.CANNOT_TELL),
    /** Not decided, and a slowdown that is to be found would have been seen. */
    CLEAR,
    /** Its first pair was not among the slowest, or did not begin, and it got no more. */
    NOT_CHOSEN,
    /** Forks of a side failed after pairs of the row had been measured. */
    FAILED,
    /** Forks of a side failed before any pair of the row was measured. */
    NOT_MEASURED,
    /** A side cannot run the row on this machine. */
    SKIPPED,
    /**
     * Shown beside what is judged of the row: percentiles of too few calls, the mean at a rate, metrics without a
     * ratio.
     */
    NOT_JUDGED;

    private final Verdict verdict;

    Fate(Verdict verdict) {
        this.verdict = verdict;
    }

    Fate() {
        this(null);
    }

    static Fate of(Verdict verdict) {
        return valueOf(verdict.name());
    }

    public boolean isDecided() {
        return verdict != null && verdict.isDecided();
    }

    /** Whether it is the verdict of a test. */
    boolean is(Verdict other) {
        return verdict == other;
    }

    /** Whether neither pair nor fork can change it. */
    boolean isFinal() {
        return verdict == null && this != CLEAR;
    }
}
