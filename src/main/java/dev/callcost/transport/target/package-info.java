/** A gRPC service that is not this suite's: its descriptors, its messages, and a channel to it. */
package dev.callcost.transport.target;
