/** The verbs of the command line but for the run itself: each reads its options, calls {@code results}, prints, and gives the exit code. */
package dev.callcost.command;
