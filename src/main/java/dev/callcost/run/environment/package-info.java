/** The machine, the JVMs and the versions behind a results file, written beside it. */
package dev.callcost.run.environment;
