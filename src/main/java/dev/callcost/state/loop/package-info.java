/** A closed loop of clients, and what it checks of itself: calls in flight, latency, errors. */
package dev.callcost.state.loop;
