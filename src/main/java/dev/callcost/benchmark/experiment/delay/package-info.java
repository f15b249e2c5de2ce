/** Experiment C: "Integrating Chronicle Wire with gRPC backend", clients with simulated delay, and its sequel with small heaps. */
package dev.callcost.benchmark.experiment.delay;
