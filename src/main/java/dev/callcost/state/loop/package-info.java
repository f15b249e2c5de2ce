/** The books of a closed loop of clients, and how they are checked: calls in flight by configuration, by Little's law, by the server. */
package dev.callcost.state.loop;
