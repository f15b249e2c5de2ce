/** A page of results: pictures, the tables behind them, the environment and what speaks against the numbers, in one file that needs nothing else. */
package dev.callcost.report;
