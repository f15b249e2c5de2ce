/**
 * JMH states: they make the arguments, set up, check and stop what a benchmark calls, and report to the host what really ran.
 *
 * <p>{@code local} holds arguments and call targets, {@code grpc} and {@code rmi} the servers, {@code experiment} what the experiments
 * run. No benchmark belongs here, and no knowledge of how a server is started: that is {@code transport}.
 */
package dev.callcost.state;
