package dev.callcost.state;

import dev.callcost.agent.CellRecord;
import dev.callcost.agent.UntilWarm;
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
import org.openjdk.jmh.annotations.TearDown;

/**
 * Starts a cell's server and client before a trial and stops them after it. The nested states name the cell: {@link AnyCell} has all
 * axes; each other varies one from the base cell, {@link ByWireFormatAndMessage} two, and has no other parameter, so that a blank one
 * measures every constant.
 */
@State(Scope.Benchmark)
public abstract class GrpcState {
    /** Arguments of the call: fields, so that the compiler cannot fold them; i is 7 or more, the function then adds 7. */
    public int k = 35;

    /** See {@link #k}. */
    public int i = 11;

    private GrpcConnection<?> connection;

    /** The cell that this state's parameters name. */
    protected abstract GrpcCell cell();

    /** Starts and checks the cell; records what runs. */
    @Setup(Level.Trial)
    public final void setUp() {
        GrpcCell cell = cell();
        connection = CellRecord.openOrSkip(cell::open);
        PinnedCaller.follow(cell.pinning());
        CellRecord.add(connection.facts());
        opened(connection);
        // the JIT has not seen the branch before, and throws the event loops' code away around it
        UntilWarm.await("window updates", connection.callsToSecondWindowUpdate());
    }

    /** The measured call. */
    public int call() {
        return connection.call(k, i);
    }

    /** Prepares for calls over the connection. */
    void opened(GrpcConnection<?> open) {}

    /** Stops the cell; throws when anything of it is left. A second time does nothing. */
    @TearDown(Level.Trial)
    public final void tearDown() {
        if (connection != null) {
            connection.close();
        }
    }

    /** The base cell with each wire format. */
    public static class ByWireFormat extends GrpcState {
        /** How a message becomes bytes: every constant. */
        @Param
        public WireFormat wireFormat;

        @Override
        protected GrpcCell cell() {
            return GrpcCell.BASE.with(wireFormat);
        }
    }

    /** The base cell over each transport. */
    public static class ByTransport extends GrpcState {
        /** How the bytes travel: every constant. */
        @Param
        public Transport transport;

        @Override
        protected GrpcCell cell() {
            return GrpcCell.BASE.with(transport);
        }
    }

    /** The base cell over each transport, its handlers in the thread that brings the bytes. */
    public static class DirectByTransport extends ByTransport {
        @Override
        protected GrpcCell cell() {
            return super.cell().withServer(CallExecutor.DIRECT);
        }
    }

    /** The base cell over TCP, with each protection on the way. */
    public static class BySecurity extends GrpcState {
        /** How the bytes are protected: every constant. */
        @Param
        public Security security;

        /** How they travel: what encrypts them is not the same piece of netty in both. */
        @Param({"NIO", "EPOLL"})
        public Transport transport;

        @Override
        protected GrpcCell cell() {
            return GrpcCell.BASE.with(transport).with(security);
        }
    }

    /** The base cell with each stub. */
    public static class ByStub extends GrpcState {
        /** How the client makes a call and waits: every constant. */
        @Param
        public Stub stub;

        @Override
        protected GrpcCell cell() {
            return GrpcCell.BASE.with(stub);
        }
    }

    /** The base cell with a future stub, and each executor on the client's side. */
    public static class ByClientExecutor extends GrpcState {
        /** What completes the client's futures: every constant. */
        @Param
        public CallExecutor executor;

        @Override
        protected GrpcCell cell() {
            return GrpcCell.BASE.withClient(executor);
        }
    }

    /** The base cell with each executor on the server's side. */
    public static class ByServerExecutor extends GrpcState {
        /** What runs the handlers: every constant. */
        @Param
        public CallExecutor executor;

        @Override
        protected GrpcCell cell() {
            return GrpcCell.BASE.withServer(executor);
        }
    }

    /** The base cell with text of growing length, sent and echoed. */
    public static class ByPayload extends GrpcState {
        /** Characters of ASCII text, as many bytes in UTF-8: none, a page, more than one HTTP/2 frame. */
        @Param({"0", "1024", "65536"})
        public int payload;

        @Override
        protected GrpcCell cell() {
            return GrpcCell.BASE.withPayload(payload);
        }
    }

    /** The base cell with each wire format and what its messages hold: two axes at once. */
    public static class ByWireFormatAndMessage extends GrpcState {
        /** How a message becomes bytes: every constant. */
        @Param
        public WireFormat wireFormat;

        /** What it is: a call's, by what it holds beside k and i, or a quote. */
        @Param({"CALL", "QUOTE", "KILOBYTE", "LONGS_1000", "BLOB_64K"})
        public MessageContent message;

        private IntBinaryOperator[] calls;
        private int next;

        @Override
        void opened(GrpcConnection<?> open) {
            calls = message.content().calls(open).toArray(IntBinaryOperator[]::new);
        }

        /** The cell's own payload is that of no message, but no longer, so that window updates come no later than they are waited for. */
        @Override
        protected GrpcCell cell() {
            return GrpcCell.BASE.with(wireFormat).withPayload(message.content().leastCharacters());
        }

        @Override
        public int call() {
            next = (next + 1) & (calls.length - 1);
            return calls[next].applyAsInt(k, i);
        }

        /** What the first {@link #call()} must return, for tests. */
        public int expectedFirst() {
            return message.content().answer(1, k, i);
        }
    }

    /** The base cell with each pinning. */
    public static class ByPinning extends GrpcState {
        /** Which CPUs client and server may use: every constant. */
        @Param
        public Pinning pinning;

        @Override
        protected GrpcCell cell() {
            return GrpcCell.BASE.with(pinning);
        }
    }

    /** The base cell with its server in each place. */
    public static class ByServerHost extends GrpcState {
        /** Where the server runs: every constant. */
        @Param
        public ServerHost server;

        @Override
        protected GrpcCell cell() {
            return GrpcCell.BASE.with(server);
        }
    }

    /** Any cell: the base cell unless the user says otherwise with {@code -p}. */
    public static class AnyCell extends GrpcState {
        /** How a message becomes bytes. */
        @Param("PROTOBUF")
        public WireFormat wireFormat;

        /** How the bytes travel. */
        @Param("NIO")
        public Transport transport;

        /** How they are protected on their way. */
        @Param("PLAINTEXT")
        public Security security;

        /** What runs the client's callbacks; does not matter with {@code stub=BLOCKING}. */
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
                    wireFormat,
                    transport,
                    security,
                    clientExecutor,
                    serverExecutor,
                    stub,
                    payload,
                    longs,
                    pinning,
                    server);
        }
    }
}
