/** What the pitfalls wait for: permits, and stores with a lock. What they share with an experiment is in that experiment's package. */
package dev.callcost.state.pitfall;
