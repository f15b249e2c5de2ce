/**
 * Results: rows, forks and iterations, read from JMH's files and from logs, and what the forks of a run show together.
 * Nothing here runs a benchmark.
 */
package dev.callcost.data;
