/** Experiment C: real clients and permits of a semaphore, with a handler that works for a time; and two sizes of heap. */
package dev.callcost.state.delay;
