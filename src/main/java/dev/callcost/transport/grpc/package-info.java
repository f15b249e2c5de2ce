/**
 * A whole gRPC cell: {@link dev.callcost.transport.grpc.GrpcCell} names it, a {@link dev.callcost.transport.grpc.GrpcLink} is its server
 * and channel, and a {@link dev.callcost.transport.grpc.GrpcConnection} calls the suite's function over it, checked to be what was named.
 */
package dev.callcost.transport.grpc;
