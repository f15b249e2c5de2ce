/** Experiment B: "Measurement", a burst of echo calls from a cold client. */
package dev.callcost.benchmark.experiment.echo;
