package dev.callcost.service;

/**
 * The function that every rung of the ladder calls, so that rungs differ by the boundary only.
 *
 * <p>Source: the loop of 7 from Ted Neward, "Effective Enterprise Java", item 17, "Recognize the cost of network access".
 */
public final class CallFunction {
    public static final int STEPS = 7;

    private CallFunction() {}

    /**
     * Adds 1 to k for each step j below i and subtracts 1 for each other step.
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
     * The trivial body: one subtraction, so that the call is nearly all of the cost. C2 could turn a chain of additions into one vector reduction.
     *
     * @return i - k
     */
    public static int trivial(int k, int i) {
        return i - k;
    }
}
