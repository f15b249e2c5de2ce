/**
 * What every tool writes for a reader: tables, numbers, progress, JSON, HTML, and the errors that end a command.
 * Nothing here depends on what was measured.
 */
package dev.callcost.text;
