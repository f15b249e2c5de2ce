/** An RMI server with its client for a trial: on one CPU, and with each pinning. */
package dev.callcost.state.rmi;
