/**
 * What the suite adds to a measured JVM, of its own jar or any other JMH jar: recorder of iterations and facts, turns,
 * warm-up control. The package depends on JMH and the JDK only. It defines the names that a fork and its host exchange.
 */
package dev.callcost.agent;
