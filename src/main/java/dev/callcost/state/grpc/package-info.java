/**
 * A gRPC server with its client for a trial: one state class an axis, with a blank parameter of its own that JMH fills with every
 * constant, and {@link dev.callcost.state.grpc.AnyCellState} with all parameters single-valued.
 */
package dev.callcost.state.grpc;
