/**
 * Draws charts as SVG: axes, dots, lines, intervals, bars. A chart gets numbers and labels; it does not know what they mean.
 */
package dev.callcost.plot;
