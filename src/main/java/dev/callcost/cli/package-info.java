/** The command line: verbs, options, presets and exit codes. Each verb calls one feature and prints its report. */
package dev.callcost.cli;
