/**
 * The bill of a call: where its time goes by category, from samples of the forks that run it. Samples, the rules from frame to category, shares over
 * forks, and their table. {@code launch} runs the forks.
 */
package dev.callcost.bill;
