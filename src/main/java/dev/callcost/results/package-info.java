/**
 * The model of JMH results files and the one estimator every table uses: reading a file, its rows and metrics, and what
 * the forks of a row say about its value. Nothing here runs a benchmark, knows what was measured, or prints; printing
 * is in {@code report}.
 */
package dev.callcost.results;
