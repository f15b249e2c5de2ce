/**
 * The host side: everything that happens outside the measured JVMs.
 *
 * <p>{@link dev.callcost.run.Rounds} gives each row one fork a round. The sub-packages hold one step each: {@code cli} reads arguments
 * and presets, {@code plan} selects rows, {@code fork} starts one fork, {@code store} keeps the results file complete after every
 * fork, {@code record} describes the machine and what happened, {@code device} watches the machine, {@code console} says it. {@code compare} is the same for two
 * sides in turns, each fork of which is a run of its own.
 *
 * <p>Nothing here is loaded in a fork, and nothing here knows a class of gRPC, Netty, protobuf or Chronicle: what a cell
 * has to say reaches the host through the file that {@link dev.callcost.run.fork.ForkRecord} names.
 */
package dev.callcost.run;
