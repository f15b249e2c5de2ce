package dev.callcost.state;

import dev.callcost.transport.GrpcCell;
import dev.callcost.wireformat.WireFormat;
import org.openjdk.jmh.annotations.Param;

/** The base cell with each wire format. */
public class WireFormatState extends GrpcState {
    /** How a message becomes bytes: every constant. */
    @Param
    public WireFormat wireFormat;

    @Override
    protected GrpcCell cell() {
        return GrpcCell.BASE.with(wireFormat);
    }
}
