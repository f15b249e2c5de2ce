/**
 * callcost: what a call costs, inline, within the JVM and over loopback.
 *
 * <p>Two halves that do not know each other's insides. What is measured, loaded in the forks: {@code benchmark}, {@code state},
 * {@code transport}, {@code wireformat}, {@code service}. Who measures and judges, in the JVM that was started: {@code cli}, the features
 * {@code run}, {@code compare}, {@code check} and {@code doctor}, and under them {@code fork}, {@code host}, {@code results} and {@code text}.
 * {@code agent} is what both know. src/docs/architecture.md has the picture. {@code Main} is the jar's entry; nothing else belongs here.
 */
package dev.callcost;
