/** Experiment B: bursts of echo calls, the server they go to, and who warms it. */
package dev.callcost.state.experiment.echo;
