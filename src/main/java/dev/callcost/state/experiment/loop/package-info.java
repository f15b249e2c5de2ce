/**
 * A closed loop that checks itself: how many calls were in flight, told in ways that are independent of one another, and what each
 * call took. States that keep calls in flight report to a {@link dev.callcost.state.experiment.loop.ClosedLoop}.
 */
package dev.callcost.state.experiment.loop;
