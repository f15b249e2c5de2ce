/**
 * What watching the machine during pairs is worth: how much the canary and its like vary by themselves, what the thresholds set aside, and
 * whether such pairs are worse than others. For sessions that are done; nothing here decides about a pair.
 */
package dev.callcost.results.report.compare.watch;
