/**
 * Mistakes of the published experiments, each declared as two rows of which one is predicted to be larger, and by what factor at least; and
 * what a results file says of the prediction. Benchmarks are known by name only.
 */
package dev.callcost.run.pitfall;
