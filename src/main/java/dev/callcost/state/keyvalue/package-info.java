/** The key-value experiment: a closed loop of operations on a store, their outcomes and counters. */
package dev.callcost.state.keyvalue;
