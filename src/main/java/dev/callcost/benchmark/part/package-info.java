/**
 * The parts of a remote call by themselves, rungs between a method and gRPC: another thread, and the call's bytes to
 * that thread and back.
 */
package dev.callcost.benchmark.part;
