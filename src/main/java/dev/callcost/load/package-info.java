/** Latency at a rate: rows of open loops as a table, and sweeps over rates. */
package dev.callcost.load;
