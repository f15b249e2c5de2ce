/**
 * What the command line can ask for: {@link dev.callcost.command.RunCommand} without a verb, and the verbs. Each reads its options,
 * calls {@code run} or {@code results}, prints, and gives the exit code.
 */
package dev.callcost.command;
