package dev.callcost.run.warning;

/**
 * One iteration of a fork. What could not be read on the machine is 0.
 *
 * @param warmup whether it belongs to the warm-up
 * @param nanos how long it took
 * @param score in the fork's unit; may be NaN
 * @param cpuNanos CPU time that the fork's process used, all threads
 * @param stealNanos time that the hypervisor kept the machine's CPUs from running, all CPUs, in steps of 10 ms (proc(5))
 * @param compilationMillis time that the JIT compiler's threads worked
 * @param classes how many classes were loaded
 */
public record Iteration(
        boolean warmup,
        double nanos,
        double score,
        double cpuNanos,
        double stealNanos,
        double compilationMillis,
        double classes) {

    boolean hasScore() {
        return score > 0 && score < Double.POSITIVE_INFINITY;
    }
}
