/**
 * Reading and writing for every tool: tables, numbers, progress, lines of JSON, files that are replaced atomically, and the errors that end a
 * command. Nothing here depends on what was measured.
 */
package dev.callcost.text;
