/** Tables of one question each, as Markdown; the ladder, the experiments and the pitfalls have packages of their own. */
package dev.callcost.results.report.table;
