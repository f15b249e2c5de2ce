package dev.callcost.service;

/**
 * The function that every rung of the ladder calls, so that rungs differ by the boundary only.
 *
 * <p>Source: the loop of 7 from Ted Neward, "Effective Enterprise Java", item 17, "Recognize the cost of network
 * access".
 */
public final class CallFunction {
    public static final int STEPS = 7;

    private CallFunction() {}

    /**
     * k after 7 steps, each of which adds 1 when it is below i and subtracts 1 otherwise. From i = 7 on that is k + 7.
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
}
