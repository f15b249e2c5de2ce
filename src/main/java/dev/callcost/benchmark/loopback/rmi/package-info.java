/** RMI's rungs of the loopback tier, separate from gRPC's so that a regex can select either. */
package dev.callcost.benchmark.loopback.rmi;
