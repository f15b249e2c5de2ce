/** What to run: the rows that a command line selects out of the suite's benchmarks. */
package dev.callcost.run.plan;
