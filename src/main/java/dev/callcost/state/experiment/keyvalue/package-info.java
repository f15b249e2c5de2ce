/**
 * The client of the key-value service: a seeded {@link dev.callcost.state.experiment.keyvalue.Workload} draws operations, a {@link
 * dev.callcost.state.experiment.keyvalue.KeyValueClient} makes calls of them, {@link dev.callcost.state.experiment.keyvalue.Outcomes} counts how they
 * ended.
 *
 * <p>How many calls are kept in flight, and for how long, is not known here.
 */
package dev.callcost.state.experiment.keyvalue;
