/**
 * Compares two sides. {@code compare} measures pairs of forks until each row has a verdict; {@code check} reads two results files. Both report verdict rows.
 * src/docs/statistics-appendix.md derives the rules.
 */
package dev.callcost.compare;
