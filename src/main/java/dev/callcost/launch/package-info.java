/**
 * Starts forks: options become rows, rows become forks, and a loop runs the forks in rounds or pairs. This package also
 * guards and ends forks, writes the log, and resumes a run. It does not decide what the numbers mean.
 */
package dev.callcost.launch;
