/**
 * Mistakes of the published experiments, one a class, each as a pair of benchmarks: the wrong way and the right way. They run when
 * they are named.
 *
 * <p>What the difference should be is declared in {@code dev.callcost.run.pitfall}, which knows these classes by name.
 */
package dev.callcost.benchmark.pitfall;
