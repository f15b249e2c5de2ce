/**
 * The loopback tier: the function behind gRPC, and in {@code rmi} behind RMI. Each class varies one axis of the base cell: PROTOBUF over NIO, default
 * executors, blocking stub, no payload, one CPU, client and server in one JVM.
 */
package dev.callcost.benchmark.loopback;
