/** What a caller waits at a rate: open loops, in which a call is due whatever became of the calls before. */
package dev.callcost.benchmark.rate;
