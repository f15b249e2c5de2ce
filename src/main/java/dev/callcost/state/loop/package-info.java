/** Closed loops: their counters and checks, and a state that keeps a number of calls in flight. */
package dev.callcost.state.loop;
