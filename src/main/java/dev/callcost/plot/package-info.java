/** Draws charts and panels from marks, each as part of a page and as a file of its own. {@code report} decides what numbers and labels mean. */
package dev.callcost.plot;
