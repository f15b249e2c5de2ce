/** The counters of a closed loop and their checks: calls in flight by configuration, by Little's law and by the server's handlers. */
package dev.callcost.state.loop;
