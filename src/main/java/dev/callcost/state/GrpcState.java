package dev.callcost.state;

import dev.callcost.agent.CellRecord;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.GrpcConnection;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Security;
import dev.callcost.transport.ServerHost;
import dev.callcost.transport.Stub;
import dev.callcost.transport.Transport;
import dev.callcost.wireformat.WireFormat;
import java.util.function.IntBinaryOperator;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.IterationParams;

/**
 * Starts a cell's server and client before a trial and stops them after it. {@link AnyCell} has all axes. Each other
 * nested state varies one axis of the base cell or two, and has no other parameter; a blank parameter measures every
 * constant.
 */
@State(Scope.Benchmark)
public abstract class GrpcState extends RemoteState {
    private GrpcConnection<?> connection;

    protected abstract GrpcCell cell();

    @Setup(Level.Trial)
    public final void setUp(IterationParams first) {
        GrpcCell cell = cell();
        boolean warmsUp = warmsUp(first);
        boolean hasScout = cell.hasScout();
        if (warmsUp && hasScout) {
            try (GrpcConnection<?> scout = CellRecord.openOrSkip(cell::openScout)) {
                call(scout, Math.min(GrpcCell.SCOUT_CALLS, scout.callsToSecondWindowUpdate()));
            }
        }
        connection = opened(cell::open);
        MeasuredThread.PinnedThread.follow(cell.pinning());
        call(connection, warmsUp && !hasScout ? connection.callsToSecondWindowUpdate() : 0);
    }

    private void call(GrpcConnection<?> over, long times) {
        connection = over;
        prepare(over);
        for (long n = 0; n < times; n++) {
            call();
        }
    }

    public int call() {
        return connection.call(k, i);
    }

    void prepare(GrpcConnection<?> open) {}

    /** Sends the same call as {@link #call()} without waiting, over the same connection. */
    protected final GrpcConnection.Sender sender() {
        return connection.sender();
    }

    public static class ByTransport extends GrpcState {
        @Param
        public Transport transport;

        @Override
        protected GrpcCell cell() {
            return GrpcCell.BASE.with(transport);
        }
    }

    /** The base cell over each transport, with handlers in the thread that receives the bytes. */
    public static class DirectByTransport extends ByTransport {
        @Override
        protected GrpcCell cell() {
            return super.cell().withServer(CallExecutor.DIRECT);
        }
    }

    /** The base cell over TCP, with each protection. */
    public static class BySecurity extends GrpcState {
        @Param
        public Security security;

        /** NIO and EPOLL encrypt with different parts of netty. */
        @Param({"NIO", "EPOLL"})
        public Transport transport;

        @Override
        protected GrpcCell cell() {
            return GrpcCell.BASE.with(transport).with(security);
        }
    }

    public static class ByStub extends GrpcState {
        @Param
        public Stub stub;

        @Override
        protected GrpcCell cell() {
            return GrpcCell.BASE.with(stub);
        }
    }

    /** The base cell with a future stub, and each executor on the client's side. */
    public static class ByClientExecutor extends GrpcState {
        @Param
        public CallExecutor executor;

        @Override
        protected GrpcCell cell() {
            return GrpcCell.BASE.withClient(executor);
        }
    }

    public static class ByServerExecutor extends GrpcState {
        @Param
        public CallExecutor executor;

        @Override
        protected GrpcCell cell() {
            return GrpcCell.BASE.withServer(executor);
        }
    }

    /** The base cell with text of growing length, sent and echoed. */
    public static class ByPayload extends GrpcState {
        /** Characters of ASCII text, which are as many bytes in UTF-8: none, a page, more than one HTTP/2 frame. */
        @Param({"0", "1024", "65536"})
        public int payload;

        @Override
        protected GrpcCell cell() {
            return GrpcCell.BASE.withPayload(payload);
        }
    }

    /** The base cell with each wire format and each content of its messages: two axes at once. */
    public static class ByWireFormatAndMessage extends GrpcState {
        @Param
        public WireFormat wireFormat;

        @Param
        public MessageContent message;

        private IntBinaryOperator[] calls;
        private int next;

        @Override
        void prepare(GrpcConnection<?> open) {
            calls = message.calls(open).toArray(IntBinaryOperator[]::new);
        }

        /** The cell's own payload is used by no message and is no longer than any, so that there are enough calls. */
        @Override
        protected GrpcCell cell() {
            return GrpcCell.BASE.with(wireFormat).withPayload(message.leastCharacters());
        }

        @Override
        public int call() {
            next = (next + 1) & (calls.length - 1);
            return calls[next].applyAsInt(k, i);
        }
    }

    public static class GrpcByPinning extends GrpcState {
        @Param
        public Pinning pinning;

        @Override
        protected GrpcCell cell() {
            return GrpcCell.BASE.with(pinning);
        }
    }

    /**
     * Any cell. A subclass has the parameters {@code pinning} and {@code server}, whose defaults differ between
     * subclasses.
     */
    public abstract static class AllAxes extends GrpcState {
        @Param("PROTOBUF")
        public WireFormat wireFormat;

        @Param("NIO")
        public Transport transport;

        @Param("PLAINTEXT")
        public Security security;

        /** The executor of the client's callbacks; has no effect with {@code stub=BLOCKING}. */
        @Param("DEFAULT")
        public CallExecutor clientExecutor;

        @Param("DEFAULT")
        public CallExecutor serverExecutor;

        @Param("BLOCKING")
        public Stub stub;

        /** Characters of ASCII text sent and echoed. */
        @Param("0")
        public int payload;

        /** Random longs sent and echoed. */
        @Param("0")
        public int longs;

        protected final GrpcCell cell(Pinning pinning, ServerHost server) {
            return GrpcCell.BASE
                    .with(wireFormat)
                    .with(transport)
                    .with(security)
                    .withClient(clientExecutor)
                    .withServer(serverExecutor)
                    .with(stub) // after the client's executor, which changes the stub
                    .withPayload(payload)
                    .withLongs(longs)
                    .with(pinning)
                    .with(server);
        }
    }

    /** The base cell unless {@code -p} changes it. */
    public static class AnyCell extends AllAxes {
        @Param("ONE_CPU")
        public Pinning pinning;

        @Param("SAME_JVM")
        public ServerHost server;

        @Override
        protected GrpcCell cell() {
            return cell(pinning, server);
        }
    }
}
