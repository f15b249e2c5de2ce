package dev.callcost.stats;

/** The verdict on one row. */
public enum Verdict {
    /** Significantly slower, and not proven to be within the margin: a regression. */
    SLOWER,
    /** Significantly faster, and not proven to be within the margin. */
    FASTER,
    /** Proven to be within the margin, by two one-sided tests. */
    SAME,
    /** Neither: more forks would decide. */
    UNDECIDED,
    /** Undecided, and a slowdown that is to be found would have been seen. */
    CLEAR,
    /** Its first pair was not among the slowest, and it got no more. */
    NOT_CHOSEN,
    /** Too few forks on one side for any verdict. */
    CANNOT_TELL,
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

    public boolean isDecided() {
        return this == SLOWER || this == FASTER || this == SAME;
    }
}
