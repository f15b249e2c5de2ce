/** The open loop: calls that are due at times of a schedule, whatever became of the calls before, and how long each took from when it was due. */
package dev.callcost.state.rate;
