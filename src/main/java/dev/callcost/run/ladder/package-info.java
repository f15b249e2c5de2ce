/** The ladder: the declared chain of rungs with its expected order, and what of it a results file holds. */
package dev.callcost.run.ladder;
