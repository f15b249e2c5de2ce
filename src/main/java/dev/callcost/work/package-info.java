/**
 * Counts the work of a benchmark's operations: bytecodes, calls, objects and calls of the JDK, which are the same on
 * any machine at any load. A Java agent lets the application classes of a fork count; {@code agent.Work} keeps the
 * counts. Nothing here judges time.
 */
package dev.callcost.work;
