/** The inline tier: what the harness itself costs, and the function's body written into its caller. */
package dev.callcost.benchmark.inline;
