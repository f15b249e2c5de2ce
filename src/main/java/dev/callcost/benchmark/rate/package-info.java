/** How long a caller waits at a rate: open loops, where a call is due whether or not earlier calls have ended. */
package dev.callcost.benchmark.rate;
