/**
 * The open loop: calls that are due at times of a schedule, whether or not earlier calls have ended, and how long each
 * took from when it was due.
 */
package dev.callcost.state.rate;
