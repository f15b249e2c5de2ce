/** A comparison of two results files in words: for a terminal, in Markdown, in JSON. What is said is decided in {@code results.compare}. */
package dev.callcost.results.report.check;
