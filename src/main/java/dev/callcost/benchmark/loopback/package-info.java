/**
 * The loopback tier: the function behind gRPC and RMI, client and server in one JVM. One class an axis, varied from the base cell:
 * PROTOBUF over NIO, default executors, blocking stub, no payload, one CPU.
 */
package dev.callcost.benchmark.loopback;
