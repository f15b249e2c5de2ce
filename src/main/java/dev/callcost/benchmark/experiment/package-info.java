/**
 * Repeated published measurements of calls, one package per experiment, and rows of our own that take too long for the
 * tiers. They run when they are named.
 */
package dev.callcost.benchmark.experiment;
