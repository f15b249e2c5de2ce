/**
 * What a fork does to take turns with another one, iteration by iteration. Nothing in this suite calls it: a comparison puts it into its
 * copies of a jar, of this suite or any other, and names it to JMH as a profiler. So its classes depend on JMH and the JDK alone.
 */
package dev.callcost.state.turns;
