package dev.callcost.stats;

/** What a test of a difference says. */
public enum Verdict {
    /** Significantly slower, and not proven to be within the margin: a regression. */
    SLOWER,
    /** Significantly faster, and not proven to be within the margin. */
    FASTER,
    /** Proven to be within the margin, by two one-sided tests. */
    SAME,
    /** Neither: more forks would decide. */
    UNDECIDED,
    /** Too few forks on one side for any verdict. */
    CANNOT_TELL;

    public boolean isDecided() {
        return this == SLOWER || this == FASTER || this == SAME;
    }
}
