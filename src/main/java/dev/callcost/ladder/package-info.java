/**
 * The table of a run: the rungs with their expected order, the other rows, and the pitfalls with their predicted factors. It
 * refers to benchmarks by name only.
 */
package dev.callcost.ladder;
