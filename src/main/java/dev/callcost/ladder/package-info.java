/**
 * The table of a run: the rungs with their expected order, and the other rows. It refers to benchmarks by name only.
 */
package dev.callcost.ladder;
