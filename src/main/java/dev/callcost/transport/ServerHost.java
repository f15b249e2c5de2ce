package dev.callcost.transport;

import dev.callcost.wireformat.WireFormat;

/** Where a cell's server runs. */
public enum ServerHost {
    /** In the client's JVM: one heap, and one JIT compiler whose profile of shared code contains both sides. */
    SAME_JVM,
    /** In a child process, with the client's JVM and its arguments ({@link ChildJvm}), as services run. */
    OWN_JVM;

    /** Starts the child process, which will print its address. */
    static ChildJvm start(GrpcCell cell) {
        if (cell.transport() == Transport.IN_PROCESS) {
            throw new UnsupportedOperationException("in-process gRPC has no server in a JVM of its own");
        }
        return ChildJvm.start(
                ServerHost.class,
                cell.wireFormat().name(),
                cell.transport().name(),
                cell.security().name(),
                cell.handlers().name(),
                cell.pinning().name());
    }

    /** The child process: see {@link ChildJvm#serve}. */
    public static void main(String... arguments) throws Exception {
        GrpcCell cell = GrpcCell.BASE
                .with(WireFormat.valueOf(arguments[0]))
                .with(Transport.valueOf(arguments[1]))
                .with(Security.valueOf(arguments[2]))
                .withServer(CallExecutor.valueOf(arguments[3]))
                .with(Pinning.valueOf(arguments[4]));
        ChildJvm.serve(
                cell.pinning(),
                () -> GrpcEnd.server(cell, cell.transport().listeningAddress(), cell.services(), GrpcEnd.WINDOW),
                server -> System.out.println(Transport.text(GrpcEnd.address(server))));
    }
}
