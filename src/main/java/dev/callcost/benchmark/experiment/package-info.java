/**
 * Repeated published measurements of calls, one package per experiment, with the author's cell and cells that show what it measured; and rows of our
 * own that take too long for the tiers. They run when they are named.
 */
package dev.callcost.benchmark.experiment;
