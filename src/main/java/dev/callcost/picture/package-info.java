/**
 * Pictures in SVG, drawn by this suite's own code: axes, dots, lines, intervals, bars. They know numbers and labels and nothing of what those mean; the
 * features that measured make them, and {@code report} puts them on a page.
 */
package dev.callcost.picture;
