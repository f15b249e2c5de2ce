/** Experiment C: clients, real ones and permits of a semaphore, against a handler that works for a time; and two heaps. */
package dev.callcost.state.delay;
