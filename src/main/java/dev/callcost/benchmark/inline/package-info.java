/** The inline tier: the cost of the harness, and the function's body written into its caller. */
package dev.callcost.benchmark.inline;
