package dev.callcost.state;

import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.Pinning;
import org.openjdk.jmh.annotations.Param;

/** The base cell with each pinning. */
public class PinningState extends GrpcState {
    /** Which CPUs client and server may use: every constant. */
    @Param
    public Pinning pinning;

    @Override
    protected GrpcCell cell() {
        return GrpcCell.BASE.with(pinning);
    }
}
