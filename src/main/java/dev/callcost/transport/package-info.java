/**
 * How bytes and threads travel: gRPC transports, the executors that run callbacks and handlers, which CPUs the threads may use; in
 * {@code end}, {@code serve}, {@code grpc} and {@code rmi} what starts and stops servers and clients out of these.
 *
 * <p>What the bytes are belongs to {@code wireformat}, what is called to {@code service}; JMH belongs to {@code state}.
 */
package dev.callcost.transport;
