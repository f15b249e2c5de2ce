/** What speaks against the numbers of a run, by its log: a line for each kind of warning, which names the worst row. */
package dev.callcost.warnings;
