/**
 * Results: rows, forks and iterations, read from JMH's files and from logs, and the export for other tools. Nothing here runs a benchmark.
 */
package dev.callcost.data;
