/**
 * How bytes and threads travel: gRPC's transports, the executors that run callbacks and handlers, the CPUs that threads
 * may use. {@link dev.callcost.transport.GrpcCell} names one of each and opens them;
 * {@link dev.callcost.transport.RmiConnection} does so for RMI. Both verify what runs and leave nothing behind.
 * {@link dev.callcost.transport.Serving} is the server of the verb {@code serve}.
 *
 * <p>The content of the bytes belongs to {@code wireformat}, the called services to {@code service}, JMH to
 * {@code state}.
 */
package dev.callcost.transport;
