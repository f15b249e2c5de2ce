package dev.callcost.stats;

/** What the forks of two sides say about one row. */
public enum Verdict {
    /** Significantly slower, and not shown to be within the margin: a regression. */
    SLOWER,
    /** Significantly faster, and not shown to be within the margin. */
    FASTER,
    /** Shown to be within the margin, by two one-sided tests. */
    SAME,
    /** Neither: more forks would tell. */
    UNDECIDED,
    /** The difference still moved after the longest warm-up: what was measured is the warm-up's. */
    WARMING,
    /** Too few forks on one side for any verdict. */
    CANNOT_TELL;

    /** Whether the row is settled one way or the other. */
    public boolean isDecided() {
        return this == SLOWER || this == FASTER || this == SAME;
    }
}
