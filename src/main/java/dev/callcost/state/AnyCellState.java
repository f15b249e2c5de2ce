package dev.callcost.state;

import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.GrpcCell.Stub;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Transport;
import dev.callcost.transport.serve.ServerHost;
import dev.callcost.wireformat.WireFormat;
import org.openjdk.jmh.annotations.Param;

/** Any cell: the base cell unless the user says otherwise with {@code -p}. */
public class AnyCellState extends GrpcState {
    /** How a message becomes bytes. */
    @Param("PROTOBUF")
    public WireFormat wireFormat;

    /** How the bytes travel. */
    @Param("NIO")
    public Transport transport;

    /** What runs the client's callbacks; matters with {@code stub=FUTURE} only. */
    @Param("DEFAULT")
    public CallExecutor clientExecutor;

    /** What runs the handlers. */
    @Param("DEFAULT")
    public CallExecutor serverExecutor;

    /** How the client waits. */
    @Param("BLOCKING")
    public Stub stub;

    /** Characters of ASCII text sent and echoed. */
    @Param("0")
    public int payload;

    /** Random longs sent and echoed. */
    @Param("0")
    public int longs;

    /** Which CPUs client and server may use. */
    @Param("ONE_CPU")
    public Pinning pinning;

    /** Where the server runs. */
    @Param("SAME_JVM")
    public ServerHost server;

    @Override
    protected GrpcCell cell() {
        return new GrpcCell(
                wireFormat, transport, clientExecutor, serverExecutor, stub, payload, longs, pinning, server);
    }
}
