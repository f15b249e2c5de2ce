/**
 * Draws charts and panels from marks, each as part of a page and as a file of its own. A picture gets numbers and labels; what they mean is its maker's.
 */
package dev.callcost.plot;
