/** Experiment C: "Integrating Chronicle Wire with gRPC backend", clients with simulated delay. */
package dev.callcost.benchmark.experiment.delay;
