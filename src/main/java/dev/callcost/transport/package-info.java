/**
 * How bytes and threads travel: gRPC transports, the executors that run callbacks and handlers, which CPUs the threads may use,
 * and the records that start and stop a server with its client out of these.
 *
 * <p>What the bytes are belongs to {@code wireformat}, what is called to {@code service}; JMH belongs to {@code state}.
 */
package dev.callcost.transport;
