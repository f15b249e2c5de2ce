/** Experiment D: "So You Want to Optimize gRPC", a key-value service that waits inside a lock and outside of it. */
package dev.callcost.benchmark.experiment.keyvalue;
