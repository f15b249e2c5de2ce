/**
 * Published measurements of calls, made again: one package an experiment, with a cell that is the author's setting and the cells that
 * show what it measured; and, of our own, what takes too long for the tiers. They run when they are named.
 */
package dev.callcost.benchmark.experiment;
