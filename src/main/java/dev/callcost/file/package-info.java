/**
 * Files for every tool: input, packed or not, files that are replaced atomically, lines of JSON. Nothing here depends
 * on what was measured.
 */
package dev.callcost.file;
