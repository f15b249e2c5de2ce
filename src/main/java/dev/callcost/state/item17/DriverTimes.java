package dev.callcost.state.item17;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What the published driver prints, in nanoseconds a call; one value each for a run of the driver. JMH adds secondary metrics up
 * over forks in their score: the value of a fork stands in the raw data.
 */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
public class DriverTimes {
    /** The body written into the loop, the first time. */
    public double inlineFirst;

    /** The body in a method, the first time. */
    public double functionFirst;

    /** The body written into the loop, the second time. */
    public double inlineSecond;

    /** The body in a method, the second time. */
    public double functionSecond;

    /** The body behind RMI. */
    public double rmi;
}
