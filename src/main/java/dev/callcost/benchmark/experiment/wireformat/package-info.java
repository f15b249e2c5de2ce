/** Every wire format with every content of messages in a call: two axes at once, too many rows for the tiers. */
package dev.callcost.benchmark.experiment.wireformat;
