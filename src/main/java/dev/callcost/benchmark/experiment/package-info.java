/** Repeated published measurements of calls, one package per experiment, and rows of our own that take too long for the tiers. Run when named. */
package dev.callcost.benchmark.experiment;
