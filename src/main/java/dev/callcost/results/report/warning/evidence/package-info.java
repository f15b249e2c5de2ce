/** What the warnings share: which of many rows to believe, whether forks are of two kinds, and one line for many rows. */
package dev.callcost.results.report.warning.evidence;
