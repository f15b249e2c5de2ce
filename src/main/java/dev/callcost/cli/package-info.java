/** The command line: what can be asked for, its options and exit codes. Each verb calls one feature and prints what it says. */
package dev.callcost.cli;
