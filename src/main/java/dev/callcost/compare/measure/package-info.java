/** A comparison while it is measured: scouts, pairs of forks and samples, by a schedule and within a budget. */
package dev.callcost.compare.measure;
