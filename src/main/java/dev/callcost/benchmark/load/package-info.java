/** Calls of which many are in flight at once: what a call takes of a busy machine, not what one waits. */
package dev.callcost.benchmark.load;
