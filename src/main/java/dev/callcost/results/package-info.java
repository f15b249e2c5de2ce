/**
 * JMH results files: reading one, its rows, their keys and metrics, the one estimator that every table uses, how estimates are
 * printed, and the export for other tools. Nothing here runs a benchmark or knows what was measured.
 */
package dev.callcost.results;
