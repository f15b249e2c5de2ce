/** Experiment B: "Measurement", a burst of echo calls from a client that nobody warmed up. */
package dev.callcost.benchmark.experiment.echo;
