/**
 * Mistakes of the published experiments, one per class, each as a pair of benchmarks: the wrong way and the right way. They run when they are named.
 * The expected difference is declared in {@code dev.callcost.ladder.Pitfall}, which refers to these classes by name.
 */
package dev.callcost.benchmark.pitfall;
