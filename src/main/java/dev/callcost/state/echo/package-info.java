/** The echo experiment: bursts from clients that are cold or warm, to servers that are cold or warm. */
package dev.callcost.state.echo;
