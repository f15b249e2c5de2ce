/** RMI's rungs of the loopback tier. */
package dev.callcost.benchmark.loopback.rmi;
