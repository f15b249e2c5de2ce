/**
 * More work in a fork than its benchmark does, for a comparison that tests itself. Nothing else uses it, and the jar as it is built does
 * not call it: a comparison with {@code --inject} writes the calls into its copies of a jar, of this suite or any other. So its classes
 * depend on JMH and the JDK alone.
 */
package dev.callcost.state.inject;
