/**
 * The loopback tier: the function behind gRPC, and in {@code rmi} behind RMI. Each class varies one axis of the base
 * cell.
 */
package dev.callcost.benchmark.loopback;
