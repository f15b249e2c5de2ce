package dev.callcost.transport;

import dev.callcost.wireformat.WireFormat;
import java.net.SocketAddress;
import java.util.function.UnaryOperator;

/**
 * One point in the space of gRPC calls. A benchmark class varies one component from {@link #BASE}.
 *
 * @param wireFormat how a message becomes bytes
 * @param transport how the bytes travel
 * @param security how they are protected on their way
 * @param clientExecutor what runs the client's callbacks; a {@link Stub#BLOCKING} client never uses it
 * @param serverExecutor what runs the server's handlers
 * @param stub how the client waits
 * @param payload characters of ASCII text sent and echoed with each call
 * @param longs random longs sent and echoed with each call
 * @param pinning which CPUs client and server may use
 * @param server where the server runs
 */
public record GrpcCell(
        WireFormat wireFormat,
        Transport transport,
        Security security,
        CallExecutor clientExecutor,
        CallExecutor serverExecutor,
        Stub stub,
        int payload,
        int longs,
        Pinning pinning,
        ServerHost server) {

    /** What most gRPC users run, on one CPU so that it repeats. */
    public static final GrpcCell BASE = new GrpcCell(
            WireFormat.PROTOBUF,
            Transport.NIO,
            Security.PLAINTEXT,
            CallExecutor.DEFAULT,
            CallExecutor.DEFAULT,
            Stub.BLOCKING,
            0,
            0,
            Pinning.ONE_CPU,
            ServerHost.SAME_JVM);

    /** @throws IllegalArgumentException when the payload or the number of longs is negative */
    public GrpcCell {
        if (payload < 0 || longs < 0) {
            throw new IllegalArgumentException(
                    "payload and longs must not be negative, were " + payload + ", " + longs);
        }
    }

    /** This cell with another wire format. */
    public GrpcCell with(WireFormat other) {
        return new GrpcCell(
                other, transport, security, clientExecutor, serverExecutor, stub, payload, longs, pinning, server);
    }

    /** This cell with another transport. */
    public GrpcCell with(Transport other) {
        return new GrpcCell(
                wireFormat, other, security, clientExecutor, serverExecutor, stub, payload, longs, pinning, server);
    }

    /** This cell with its bytes protected otherwise. */
    public GrpcCell with(Security other) {
        return new GrpcCell(
                wireFormat, transport, other, clientExecutor, serverExecutor, stub, payload, longs, pinning, server);
    }

    /** This cell with another executor on the client's side, and a stub that uses it. */
    public GrpcCell withClient(CallExecutor other) {
        return new GrpcCell(
                wireFormat, transport, security, other, serverExecutor, Stub.FUTURE, payload, longs, pinning, server);
    }

    /** This cell with another executor on the server's side. */
    public GrpcCell withServer(CallExecutor other) {
        return new GrpcCell(
                wireFormat, transport, security, clientExecutor, other, stub, payload, longs, pinning, server);
    }

    /** This cell with another stub. */
    public GrpcCell with(Stub other) {
        return new GrpcCell(
                wireFormat,
                transport,
                security,
                clientExecutor,
                serverExecutor,
                other,
                payload,
                longs,
                pinning,
                server);
    }

    /** This cell with another payload. */
    public GrpcCell withPayload(int other) {
        return new GrpcCell(
                wireFormat, transport, security, clientExecutor, serverExecutor, stub, other, longs, pinning, server);
    }

    /** This cell with another number of longs. */
    public GrpcCell withLongs(int other) {
        return new GrpcCell(
                wireFormat, transport, security, clientExecutor, serverExecutor, stub, payload, other, pinning, server);
    }

    /** This cell with another pinning. */
    public GrpcCell with(Pinning other) {
        return new GrpcCell(
                wireFormat, transport, security, clientExecutor, serverExecutor, stub, payload, longs, other, server);
    }

    /** This cell with its server elsewhere. */
    public GrpcCell with(ServerHost other) {
        return new GrpcCell(
                wireFormat, transport, security, clientExecutor, serverExecutor, stub, payload, longs, pinning, other);
    }

    /** The part that is the server's. */
    public ServedCell served() {
        return new ServedCell(wireFormat, transport, security, serverExecutor, pinning);
    }

    /**
     * Starts a server and a client of this cell, the calling thread pinned.
     *
     * @return the client, connected, checked and answering
     * @throws UnsupportedOperationException with the reason, when this JVM, kernel or machine cannot run the cell
     * @throws IllegalStateException when something else than the cell runs
     */
    public GrpcConnection<?> open() {
        return open(new GrpcConnection.Around() {
            @Override
            public <M> UnaryOperator<M> handler(UnaryOperator<M> answer) {
                return answer;
            }
        });
    }

    /**
     * As {@link #open()}, with something done around each answer.
     *
     * @param around makes the handler; the server must be in this JVM
     */
    public GrpcConnection<?> open(GrpcConnection.Around around) {
        return GrpcConnection.open(this, wireFormat.calls(), around);
    }

    /**
     * As {@link #open()}, with a server that runs already and goes on.
     *
     * @param server where it listens
     * @throws IllegalStateException when it is not this cell's
     * @throws io.grpc.StatusRuntimeException when nobody listens there
     */
    public GrpcConnection<?> open(SocketAddress server) {
        return GrpcConnection.open(this, wireFormat.calls(), server);
    }
}
