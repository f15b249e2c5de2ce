/** The experiment of the published driver: inline, call, RMI in one run, and RMI after a pause. */
package dev.callcost.state.item17;
