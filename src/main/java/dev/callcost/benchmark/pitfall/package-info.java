/** Mistakes of the published experiments, each a pair of methods: wrong and right. {@code dev.callcost.ladder.Pitfall} has the expected difference. */
package dev.callcost.benchmark.pitfall;
