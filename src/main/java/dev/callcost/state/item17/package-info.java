/** Experiment A: the published driver of inline, function and RMI calls in one run; and an RMI connection that is idle at times. */
package dev.callcost.state.item17;
