package dev.callcost.state.rate;

/** When calls are due. */
public enum Arrivals {
    /** At random times, as from many independent callers. Each window has exactly as many calls as the rate requires. */
    POISSON,
    /** At equal distances. */
    FIXED
}
