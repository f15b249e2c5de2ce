/**
 * callcost: what a call costs, inline, within the JVM and over loopback. {@code Main} is the jar's entry; nothing else
 * belongs here.
 *
 * <p>The code has two halves. The forks load the measured half: {@code benchmark}, {@code state}, {@code transport},
 * {@code wireformat} and {@code service}. The JVM that was started loads the tools, which are all other packages.
 * {@code agent} is in both. src/docs/architecture.md has the picture.
 */
package dev.callcost;
