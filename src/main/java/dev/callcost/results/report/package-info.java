/**
 * What is made of a results file for people to read: the ladder with its expected order, the pitfalls with
 * their predictions, the tables of the console and
 * of the Markdown files, and the blocks in those files that hold such tables. Statistics are in the package above.
 */
package dev.callcost.results.report;
