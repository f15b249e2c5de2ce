/**
 * The two ends of a gRPC connection by themselves: a server of any services, and a channel to an address, each with the event loops
 * and the executor of its own that its transport and executor name.
 *
 * <p>What a whole cell is belongs to {@code grpc}, a server in a JVM of its own to {@code serve}.
 */
package dev.callcost.transport.end;
