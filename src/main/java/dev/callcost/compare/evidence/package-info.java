/**
 * What pairs of forks, or results files, show of a row: differences, drifts, quantities, and the statistics that
 * decide.
 */
package dev.callcost.compare.evidence;
