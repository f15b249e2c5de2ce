/** Many calls in flight at once: what a call costs a busy machine, not how long a caller waits. */
package dev.callcost.benchmark.load;
