/**
 * The verbs {@code compare} and {@code check}. Arrows between the packages go one way: report, measure, judge,
 * evidence, session. src/docs/statistics-appendix.md derives the rules.
 */
package dev.callcost.compare;
