/**
 * Benchmark classes only: they call what a state has set up and return the result. The abstract classes here are their
 * timing regimes, each with all of JMH's annotations and the reason for each flag of the fork's JVM.
 */
package dev.callcost.benchmark;
