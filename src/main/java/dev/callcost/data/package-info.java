/**
 * Results: rows, their keys and metrics, read from JMH files, and the export for other tools. Nothing here runs a benchmark.
 */
package dev.callcost.data;
