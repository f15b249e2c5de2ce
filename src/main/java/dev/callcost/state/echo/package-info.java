/** Experiment B: bursts of echo calls from a cold client to servers that are cold or warm. */
package dev.callcost.state.echo;
