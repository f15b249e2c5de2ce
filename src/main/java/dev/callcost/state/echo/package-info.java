/** Experiment B: bursts of echo calls from a client that nobody warmed up, to servers that are cold or warm. */
package dev.callcost.state.echo;
