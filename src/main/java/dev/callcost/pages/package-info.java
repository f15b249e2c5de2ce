/**
 * The verb {@code report} and the page of each run: pictures, the tables behind them, warnings and the environment in one file; the same tables as
 * text.
 */
package dev.callcost.pages;
