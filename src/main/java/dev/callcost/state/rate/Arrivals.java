package dev.callcost.state.rate;

/** When calls are due. */
public enum Arrivals {
    /** At times drawn at random, as from many independent callers; as many in each window as the rate says. */
    POISSON,
    /** At equal distances. */
    FIXED
}
