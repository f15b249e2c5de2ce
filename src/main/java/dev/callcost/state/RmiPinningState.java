package dev.callcost.state;

import dev.callcost.transport.Pinning;
import org.openjdk.jmh.annotations.Param;

/** The RMI server and client with each pinning. */
public class RmiPinningState extends RmiState {
    /** Which CPUs client and server may use: every constant. */
    @Param
    public Pinning pinning;

    @Override
    protected Pinning pinning() {
        return pinning;
    }
}
