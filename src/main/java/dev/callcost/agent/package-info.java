/**
 * What the suite puts beside a benchmark in a measured JVM, of its own jar or any other JMH jar: the record of iterations and of what a
 * cell is, turns, injected work. Depends on JMH and the JDK alone. The words that a fork and its host exchange are written here, once.
 */
package dev.callcost.agent;
