package dev.callcost.state.keyvalue;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** How the calls of an iteration ended, as secondary metrics. For a benchmark with one thread. */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class KeyValueCounters {
    /** Calls that did what was asked. */
    public long ok;

    /** Creates of a key that had a value. */
    public long alreadyExists;

    /** Retrieves and updates of a key that had none. */
    public long notFound;

    private long okBefore;
    private long alreadyExistsBefore;
    private long notFoundBefore;

    /** Remembers the counts at the iteration's start. */
    @Setup(Level.Iteration)
    public void open(KeyValueState cell) {
        okBefore = cell.outcomes().ok();
        alreadyExistsBefore = cell.outcomes().count(Outcome.ALREADY_EXISTS);
        notFoundBefore = cell.outcomes().count(Outcome.NOT_FOUND);
    }

    /**
     * Takes the counts at its end.
     *
     * @throws IllegalStateException when a call ended otherwise than it may
     */
    @TearDown(Level.Iteration)
    public void close(KeyValueState cell) {
        ok = cell.outcomes().ok() - okBefore;
        alreadyExists = cell.outcomes().count(Outcome.ALREADY_EXISTS) - alreadyExistsBefore;
        notFound = cell.outcomes().count(Outcome.NOT_FOUND) - notFoundBefore;
        cell.outcomes().check();
    }
}
