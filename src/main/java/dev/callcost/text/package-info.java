/**
 * Reading and writing for every tool: tables, numbers, progress, lines of JSON, files that are replaced atomically, and the errors that end a
 * command. Nothing here knows what was measured.
 */
package dev.callcost.text;
