/**
 * Two forks at once, of which one runs and the other stands still: they take turns by iterations, so that what the machine does in the
 * course of seconds is done to both.
 */
package dev.callcost.run.compare.turns;
