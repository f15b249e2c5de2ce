/**
 * Benchmark classes only, by tier: {@code inline}, {@code local}, {@code loopback}; and the timing regimes that they share.
 *
 * <p>A class here calls what a state has set up and returns what came back. Starting anything belongs to {@code state}.
 */
package dev.callcost.benchmark;
