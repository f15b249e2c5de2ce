package dev.callcost.transport;

import dev.callcost.service.EchoHandlers;
import dev.callcost.wireformat.WireFormat;
import io.grpc.ServerServiceDefinition;
import java.util.List;

/**
 * A configuration of a gRPC call. A benchmark class varies one component from {@link #BASE}.
 *
 * @param client runs the client's callbacks; a {@link Stub#BLOCKING} client does not use it
 * @param handlers runs the server's handlers
 * @param payload characters of ASCII text, sent and echoed with each call
 * @param longs random longs, sent and echoed with each call
 */
public record GrpcCell(
        WireFormat wireFormat,
        Transport transport,
        Security security,
        CallExecutor client,
        CallExecutor handlers,
        Stub stub,
        int payload,
        int longs,
        Pinning pinning,
        ServerHost server) {

    /** The defaults of gRPC, on one CPU so that scores repeat. */
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

    /** The most calls on a scout: five WINDOW_UPDATEs of messages of 9 bytes. */
    public static final int SCOUT_CALLS = 20_000;

    private static final int SCOUT_WINDOW = (1 << 16) - 1;

    /** @throws IllegalArgumentException when the payload or the number of longs is negative */
    public GrpcCell {
        if (payload < 0 || longs < 0) {
            throw new IllegalArgumentException(
                    "payload and longs must not be negative, were " + payload + ", " + longs);
        }
    }

    public GrpcCell with(WireFormat other) {
        return new GrpcCell(other, transport, security, client, handlers, stub, payload, longs, pinning, server);
    }

    public GrpcCell with(Transport other) {
        return new GrpcCell(wireFormat, other, security, client, handlers, stub, payload, longs, pinning, server);
    }

    public GrpcCell with(Security other) {
        return new GrpcCell(wireFormat, transport, other, client, handlers, stub, payload, longs, pinning, server);
    }

    /** Also changes the stub to one that uses the client's executor. */
    public GrpcCell withClient(CallExecutor other) {
        return new GrpcCell(
                wireFormat, transport, security, other, handlers, Stub.FUTURE, payload, longs, pinning, server);
    }

    public GrpcCell withServer(CallExecutor other) {
        return new GrpcCell(wireFormat, transport, security, client, other, stub, payload, longs, pinning, server);
    }

    public GrpcCell with(Stub other) {
        return new GrpcCell(wireFormat, transport, security, client, handlers, other, payload, longs, pinning, server);
    }

    public GrpcCell withPayload(int other) {
        return new GrpcCell(wireFormat, transport, security, client, handlers, stub, other, longs, pinning, server);
    }

    public GrpcCell withLongs(int other) {
        return new GrpcCell(wireFormat, transport, security, client, handlers, stub, payload, other, pinning, server);
    }

    public GrpcCell with(Pinning other) {
        return new GrpcCell(wireFormat, transport, security, client, handlers, stub, payload, longs, other, server);
    }

    public GrpcCell with(ServerHost other) {
        return new GrpcCell(wireFormat, transport, security, client, handlers, stub, payload, longs, pinning, other);
    }

    /** What a server in its own JVM serves. The echo service uses protobuf in every cell. */
    public List<ServerServiceDefinition> services() {
        CallService<?> calls = new CallService<>(wireFormat.calls(), pinning);
        return List.of(calls.service(null), new EchoHandlers().bindService());
    }

    /**
     * Starts server and client, and pins the calling thread as the client's.
     *
     * @return the client, connected and verified
     * @throws UnsupportedOperationException with the reason, when this JVM, kernel or machine cannot run the cell
     * @throws IllegalStateException when what runs is not this cell
     */
    public GrpcConnection<?> open() {
        return open(null);
    }

    /** As {@link #open()}, with work that a server in this JVM does for each call before it answers. */
    public GrpcConnection<?> open(Runnable work) {
        return new GrpcConnection<>(this, wireFormat.calls(), work, GrpcEnd.WINDOW);
    }

    /**
     * Whether a scout shows the JIT what happens rarely on a measured connection: both ends use HTTP/2, and are in this
     * JVM.
     *
     * @see #openScout
     */
    public boolean hasScout() {
        return transport != Transport.IN_PROCESS && server == ServerHost.SAME_JVM;
    }

    /**
     * As {@link #open()}, with flow-control windows of 64 kB in place of 1 MiB. With messages of 9 bytes, both ends
     * send a WINDOW_UPDATE every 3,640 calls, not every 58,000. When the JIT meets that branch first on a measured
     * connection, it discards the event loops' compiled code. {@value #SCOUT_CALLS} calls on a scout, which is closed
     * before the measured connection opens, put the branch into the JIT's profile.
     */
    public GrpcConnection<?> openScout() {
        return new GrpcConnection<>(this, wireFormat.calls(), null, SCOUT_WINDOW);
    }
}
