/**
 * Experiment D: the workload of operations on the key-value service, the client that calls them, and their outcomes.
 */
package dev.callcost.state.keyvalue;
