/**
 * How bytes and threads travel: gRPC's transports, the executors that run callbacks and handlers, the CPUs that threads may use. {@link
 * dev.callcost.transport.GrpcCell} is a choice of each and opens what it names, {@link dev.callcost.transport.RmiConnection} the same for
 * RMI; both check what runs and leave nothing behind. {@link dev.callcost.transport.Serving} is the server alone, which a JVM of its own runs
 * for {@code OWN_JVM} and the verb {@code serve}.
 *
 * <p>What the bytes are belongs to {@code wireformat}, what is called to {@code service}; JMH belongs to {@code state}.
 */
package dev.callcost.transport;
