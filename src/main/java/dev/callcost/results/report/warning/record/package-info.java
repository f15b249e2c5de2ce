/** The model of the record that a run leaves beside its results file: forks with their iterations, and the rows that they belong to. */
package dev.callcost.results.report.warning.record;
