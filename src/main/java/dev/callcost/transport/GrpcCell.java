package dev.callcost.transport;

import dev.callcost.wireformat.WireFormat;

/**
 * One point in the space of gRPC calls. A benchmark class varies one component from {@link #BASE}.
 *
 * @param wireFormat how a message becomes bytes
 * @param transport how the bytes travel
 * @param clientExecutor what runs the client's callbacks; a {@link Stub#BLOCKING} client never uses it
 * @param serverExecutor what runs the server's handlers
 * @param stub how the client waits
 * @param payload characters of ASCII text sent and echoed with each call
 * @param pinning which CPUs client and server may use
 */
public record GrpcCell(
        WireFormat wireFormat,
        Transport transport,
        CallExecutor clientExecutor,
        CallExecutor serverExecutor,
        Stub stub,
        int payload,
        Pinning pinning) {

    /** What most gRPC users run, on one CPU so that it repeats. */
    public static final GrpcCell BASE = new GrpcCell(
            WireFormat.PROTOBUF,
            Transport.NIO,
            CallExecutor.DEFAULT,
            CallExecutor.DEFAULT,
            Stub.BLOCKING,
            0,
            Pinning.ONE_CPU);

    /**
     * Checks the cell.
     *
     * @throws IllegalArgumentException when the payload is negative
     */
    public GrpcCell {
        if (payload < 0) {
            throw new IllegalArgumentException("payload must not be negative, was " + payload);
        }
    }

    /** This cell with another wire format. */
    public GrpcCell with(WireFormat other) {
        return new GrpcCell(other, transport, clientExecutor, serverExecutor, stub, payload, pinning);
    }

    /** This cell with another transport. */
    public GrpcCell with(Transport other) {
        return new GrpcCell(wireFormat, other, clientExecutor, serverExecutor, stub, payload, pinning);
    }

    /** This cell with another executor on the client's side, and the stub that uses it. */
    public GrpcCell withClient(CallExecutor other) {
        return new GrpcCell(wireFormat, transport, other, serverExecutor, Stub.FUTURE, payload, pinning);
    }

    /** This cell with another executor on the server's side. */
    public GrpcCell withServer(CallExecutor other) {
        return new GrpcCell(wireFormat, transport, clientExecutor, other, stub, payload, pinning);
    }

    /** This cell with another payload. */
    public GrpcCell withPayload(int other) {
        return new GrpcCell(wireFormat, transport, clientExecutor, serverExecutor, stub, other, pinning);
    }

    /** This cell with another pinning. */
    public GrpcCell with(Pinning other) {
        return new GrpcCell(wireFormat, transport, clientExecutor, serverExecutor, stub, payload, other);
    }

    /**
     * Pins the calling thread, then starts a server and a client of this cell.
     *
     * @return the client, connected, checked and answering
     * @throws UnsupportedOperationException with the reason, when this JVM, kernel or machine cannot run the cell
     * @throws IllegalStateException when something else than the cell runs
     */
    public GrpcConnection<?> open() {
        return GrpcConnection.open(this, wireFormat.format());
    }
}
