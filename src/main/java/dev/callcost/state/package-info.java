/**
 * JMH states: they make the arguments, set up, check and stop what a benchmark calls, and record what really ran.
 *
 * <p>Here are the states of the tiers: arguments and receivers of local calls, messages, and the servers behind gRPC and RMI. Each
 * experiment has a package of its own; {@code loop} is what two of them share. No benchmark belongs here, and no knowledge of how a
 * server is started: that is {@code transport}.
 */
package dev.callcost.state;
