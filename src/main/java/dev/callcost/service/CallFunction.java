package dev.callcost.service;

/**
 * The function that every rung of the ladder calls, so that two rungs differ by the boundary alone.
 *
 * <p>Source: the loop of 7 from Ted Neward, "Effective Enterprise Java", item 17, "Recognize the cost of network access".
 */
public final class CallFunction {
    /** Steps of the function's loop. */
    public static final int STEPS = 7;

    private CallFunction() {}

    /**
     * Adds one to k for each step j below i and takes one away for each other step.
     *
     * @param k the value to start from
     * @param i how many of the 7 steps add; from 7 on all do, and the result is k + 7
     * @return k after 7 steps
     */
    public static int apply(int k, int i) {
        for (int j = 0; j < STEPS; j++) {
            if (j < i) {
                ++k;
            } else {
                --k;
            }
        }
        return k;
    }

    /**
     * The trivial body: one subtraction, so that the call itself is nearly all there is. It is no addition, because C2 may make
     * a chain of additions one vector reduction.
     *
     * @param k subtracted
     * @param i subtracted from
     * @return i - k
     */
    public static int trivial(int k, int i) {
        return i - k;
    }
}
