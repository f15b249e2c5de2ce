/**
 * The parts of a remote call by themselves: another thread that answers ({@link dev.callcost.transport.part.HandOff}), and the call's bytes sent to
 * it and back ({@link dev.callcost.transport.part.BytePath}), without a remote call's framework. Each is the rung of a ladder between a method and
 * gRPC. What serializes and dispatches belongs to {@code transport}.
 */
package dev.callcost.transport.part;
