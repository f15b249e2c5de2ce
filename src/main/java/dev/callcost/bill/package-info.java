/**
 * The verb {@code bill}: samples of forks, the rules from stack frame to category, shares over forks, and the report.
 * {@code launch} runs the forks.
 */
package dev.callcost.bill;
