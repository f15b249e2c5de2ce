/**
 * JMH states: they create the arguments, set up, check and stop what a benchmark calls, and record what really runs.
 * {@code keyvalue} has the states of experiment D. {@code transport} starts servers.
 */
package dev.callcost.state;
