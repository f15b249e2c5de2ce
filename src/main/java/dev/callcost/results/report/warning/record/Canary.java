package dev.callcost.results.report.warning.record;

/**
 * The machine just before a fork.
 *
 * @param kernelNanos what a fixed piece of computing took; 0 when it is not known
 * @param wakeUpNanos what waking a thread took; 0 when it is not known
 */
public record Canary(double kernelNanos, double wakeUpNanos) {}
