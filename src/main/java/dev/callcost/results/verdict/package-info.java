/**
 * What the forks of two sides say about a row: the rule for times, the rule for bytes, their words, and the report that {@code check} and
 * {@code compare} have in common. Where the two estimates come from is no matter here.
 */
package dev.callcost.results.verdict;
