package dev.callcost.state;

import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.GrpcCell;
import org.openjdk.jmh.annotations.Param;

/** The base cell with a future stub, and each executor on the client's side. */
public class ClientExecutorState extends GrpcState {
    /** What completes the client's futures: every constant. */
    @Param
    public CallExecutor executor;

    @Override
    protected GrpcCell cell() {
        return GrpcCell.BASE.withClient(executor);
    }
}
