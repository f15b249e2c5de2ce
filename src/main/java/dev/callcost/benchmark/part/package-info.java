/** The parts of a remote call by themselves, rungs between a method and gRPC: another thread, and the call's bytes to it and back. */
package dev.callcost.benchmark.part;
