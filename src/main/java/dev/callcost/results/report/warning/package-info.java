/**
 * What a run's record says against its own numbers, one line each with the evidence and what to do. One class a warning; each says
 * next to its thresholds why they are what they are. Nothing is removed from the results here. Reading the record is in
 * {@code record}, what several warnings share in {@code evidence}.
 */
package dev.callcost.results.report.warning;
