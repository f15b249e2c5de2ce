/** Experiment A: "Recognize the cost of network access", the function inline, in a method, and behind RMI. */
package dev.callcost.benchmark.experiment.item17;
