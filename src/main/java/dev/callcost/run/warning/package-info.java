/**
 * What the log of a run says against its own numbers, a line each with the evidence and what to do. One class a warning; each says beside
 * its thresholds why they are what they are. Nothing is removed from the results here.
 */
package dev.callcost.run.warning;
