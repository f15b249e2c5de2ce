package dev.callcost.state.grpc;

import dev.callcost.transport.Transport;
import dev.callcost.transport.grpc.GrpcCell;
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
