/**
 * The parts of a remote call: a hand-off to another thread ({@link dev.callcost.transport.part.HandOff}), and the
 * call's bytes sent to it and back ({@link dev.callcost.transport.part.BytePath}), without a framework for remote
 * calls. Each is a rung of the ladder between a method and gRPC.
 */
package dev.callcost.transport.part;
