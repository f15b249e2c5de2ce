package dev.callcost.state;

import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.Transport;
import org.openjdk.jmh.annotations.Param;

/** The base cell over each transport. */
public class TransportState extends GrpcState {
    /** How the bytes travel: every constant. */
    @Param
    public Transport transport;

    @Override
    protected GrpcCell cell() {
        return GrpcCell.BASE.with(transport);
    }
}
