/**
 * Many results files, one a run: which rows changed, at which run, by how much, and is the newest run a regression? The
 * verdicts between two files or two jars belong to {@code compare}.
 */
package dev.callcost.history;
