/**
 * What lies beside a results file: the environment (machine, JVMs, versions), and the record of what happened during the run,
 * written as it happens. Judging it belongs to {@code results}.
 */
package dev.callcost.run.record;
