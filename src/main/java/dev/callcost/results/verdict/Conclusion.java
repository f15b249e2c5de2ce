package dev.callcost.results.verdict;

/** What a comparison of several rows comes to. */
public enum Conclusion {
    /** Every row is settled or was not asked to be, and none is a regression. */
    OK,
    /** At least one row is a regression. */
    REGRESSION,
    /** Asked to be strict, and something is undecided, unlike or missing. */
    NOT_SHOWN
}
