/**
 * Which rows run methods that differ between two jars: the difference of the jars by method, probes in the methods that
 * differ, and scouts, which are forks that run a row once with the probes. What the rows measure is no part of it.
 */
package dev.callcost.reach;
