package dev.callcost.state.item17;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What the one measured call of an iteration did on the wire. JMH adds secondary metrics up over iterations and forks in their
 * score: the value of a call stands in the raw data.
 */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
public class IdleCounters {
    /** Pings sent: 0 or 1. */
    public long pings;

    /** Round trips, a ping's included: 1 or 2. */
    public long roundTrips;

    /** Microseconds from the return of the call before to the start of this one. */
    public double idleMicros;
}
