/** Experiment D: a workload of operations on the key-value service, the client that makes them, and how they ended. */
package dev.callcost.state.keyvalue;
