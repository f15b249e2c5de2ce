/** RMI's rungs of the loopback tier, apart from gRPC's so that a regex can name either. */
package dev.callcost.benchmark.loopback.rmi;
