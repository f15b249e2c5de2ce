/**
 * What every tool needs to read and write: tables, numbers, progress, lines of JSON, files that are replaced whole, and the errors that end
 * a command. Nothing here knows what was measured.
 */
package dev.callcost.text;
