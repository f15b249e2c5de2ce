/**
 * Draws lanes of marks, each picture as part of a page and as a file of its own. {@code pages} decides what numbers and
 * labels mean.
 */
package dev.callcost.plot;
