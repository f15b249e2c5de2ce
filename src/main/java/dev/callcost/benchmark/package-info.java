/**
 * Benchmark classes only: the tiers {@code inline}, {@code local} and {@code loopback}, the {@code experiment}s and the {@code
 * pitfall}s. The abstract classes here are the timing regimes that they share: one a kind of measurement, with all of JMH's
 * annotations and the reason for each flag of the fork's JVM.
 *
 * <p>A class here calls what a state has set up and returns what came back. Starting anything belongs to {@code state}.
 */
package dev.callcost.benchmark;
