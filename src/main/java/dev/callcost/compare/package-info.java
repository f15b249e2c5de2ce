/**
 * The verbs {@code compare} and {@code check}: pairs of forks, measured until each row has a verdict, or two results
 * files; verdict rows and their report. src/docs/statistics-appendix.md derives the rules.
 */
package dev.callcost.compare;
