/**
 * Published measurements of calls, made again: one package an experiment, with a cell that is the author's setting and the cells that
 * show what it measured. They run when they are named.
 */
package dev.callcost.benchmark.experiment;
