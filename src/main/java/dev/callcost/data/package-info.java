/** Results: rows, forks and iterations, read from JMH's files and from logs. Nothing here runs a benchmark. */
package dev.callcost.data;
