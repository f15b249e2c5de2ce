/**
 * The verb {@code compare}: two sides measured in pairs of forks until the rule gives each row a verdict; the log of pairs, from which the
 * same verdicts follow ever after; self-tests with identical code and with injected work; its report. src/docs/statistics.md tells how
 * the rule was found.
 */
package dev.callcost.compare;
