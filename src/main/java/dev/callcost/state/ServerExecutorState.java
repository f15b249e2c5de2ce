package dev.callcost.state;

import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.GrpcCell;
import org.openjdk.jmh.annotations.Param;

/** The base cell with each executor on the server's side. */
public class ServerExecutorState extends GrpcState {
    /** What runs the handlers: every constant. */
    @Param
    public CallExecutor executor;

    @Override
    protected GrpcCell cell() {
        return GrpcCell.BASE.withServer(executor);
    }
}
