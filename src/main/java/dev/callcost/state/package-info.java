/**
 * JMH states: they create the arguments, set up, check and stop what a benchmark calls, and record what really runs.
 *
 * <p>This package has the states of the tiers: arguments and receivers of local calls, messages, and the servers behind gRPC and RMI. Each experiment
 * has a package of its own; {@code loop} is shared. Benchmarks do not belong here, nor does starting a server: {@code transport} does that.
 */
package dev.callcost.state;
