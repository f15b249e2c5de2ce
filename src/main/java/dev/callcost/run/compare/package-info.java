/**
 * The comparison of two sides in interleaved pairs of forks: {@link dev.callcost.run.compare.Interleaving} is its loop, {@code side}
 * what a side runs and how, {@code turns} how two forks take turns. What the pairs say is decided in {@code results.compare}.
 */
package dev.callcost.run.compare;
