/**
 * The table of a run: the declared chain of rungs with its expected order, the warnings that a log supports, and the pitfalls with their predicted
 * factors. Benchmarks are known by name only.
 */
package dev.callcost.ladder;
