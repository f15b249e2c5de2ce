/**
 * The verb {@code report} and the page of each run: the answer, pictures, tables, warnings and the environment in one
 * file; the tables as text.
 */
package dev.callcost.pages;
