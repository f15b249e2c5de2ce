/**
 * callcost: what a call costs, inline, within the JVM and over loopback.
 *
 * <p>Two halves that do not know each other's insides. What is measured, loaded in the forks: {@code benchmark}, {@code state},
 * {@code transport}, {@code wireformat}, {@code service}. Who measures and reports, in the host: {@code run}, {@code results}.
 * {@code Main} is the jar's entry; nothing else belongs here.
 */
package dev.callcost;
