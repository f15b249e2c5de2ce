/** A comparison in pairs in words: for a terminal, in Markdown, in JSON. What is said is decided in {@code results.compare.session}. */
package dev.callcost.results.report.compare;
