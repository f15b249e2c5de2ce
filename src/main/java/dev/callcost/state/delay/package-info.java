/** The experiment of clients against a simulated delay. */
package dev.callcost.state.delay;
