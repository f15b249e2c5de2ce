/**
 * What the experiments run, one package each: {@code item17}, {@code echo}, {@code delay}, {@code keyvalue}; and in {@code loop} the
 * books of those that keep calls in flight.
 */
package dev.callcost.state.experiment;
