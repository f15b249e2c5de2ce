/**
 * Benchmark classes only: the tiers {@code inline}, {@code local} and {@code loopback}, {@code load}, {@code part}, the {@code experiment}s and the
 * {@code pitfall}s. The abstract classes here are their timing regimes, each with all of JMH's annotations and the reason for each flag of the fork's
 * JVM.
 *
 * <p>A class here calls what a state has set up and returns the result. Starting anything belongs to {@code state}.
 */
package dev.callcost.benchmark;
