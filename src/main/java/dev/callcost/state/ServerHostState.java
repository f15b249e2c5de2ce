package dev.callcost.state;

import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.serve.ServerHost;
import org.openjdk.jmh.annotations.Param;

/** The base cell with its server in each place. */
public class ServerHostState extends GrpcState {
    /** Where the server runs: every constant. */
    @Param
    public ServerHost server;

    @Override
    protected GrpcCell cell() {
        return GrpcCell.BASE.with(server);
    }
}
