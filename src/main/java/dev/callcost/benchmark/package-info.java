/**
 * Benchmark classes only: the tiers {@code inline}, {@code local} and {@code loopback}, the {@code experiment}s and {@code pitfall}s; and in
 * {@code regime} the timing regimes that they share.
 *
 * <p>A class here calls what a state has set up and returns what came back. Starting anything belongs to {@code state}.
 */
package dev.callcost.benchmark;
