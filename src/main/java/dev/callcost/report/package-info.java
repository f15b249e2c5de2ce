/**
 * A page of results: pictures, the tables behind them, the environment and what speaks against the numbers, in one file that needs nothing else; and the
 * same tables as text and Markdown.
 */
package dev.callcost.report;
