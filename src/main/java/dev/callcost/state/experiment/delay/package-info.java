/** Experiment C: handlers that take their time, clients that wait at the same time or do not, and heaps of different size. */
package dev.callcost.state.experiment.delay;
