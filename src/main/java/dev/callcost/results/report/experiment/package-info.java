/**
 * The tables of the experiments: what was measured beside what the experiment's author published. The published numbers
 * are constants of these classes.
 */
package dev.callcost.results.report.experiment;
