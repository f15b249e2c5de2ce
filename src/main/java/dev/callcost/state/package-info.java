/**
 * JMH states: they create the arguments, set up, check and stop what a benchmark calls, and record what really runs. This package has the states of
 * the tiers, each experiment a package of its own; {@code loop} is shared. {@code transport} starts servers.
 */
package dev.callcost.state;
