/** Every wire format with every kind of message in a call: two axes at once, too many rows for the tiers. */
package dev.callcost.benchmark.experiment.wireformat;
