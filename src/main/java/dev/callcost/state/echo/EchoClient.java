package dev.callcost.state.echo;

import com.google.common.util.concurrent.MoreExecutors;
import dev.callcost.agent.CellRecord;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.GrpcLink;
import dev.callcost.transport.Pinning;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The client of experiment B, as cold as its JVM: opening starts the server and makes the channel, and makes no call. The first
 * round therefore holds the connection, class loading and interpreted code, as the author's did.
 */
public abstract class EchoClient {
    /** Calls issued at once in a round, as the author had it. */
    public static final int CALLS = 10_000;

    private final int warmingRounds;
    private GrpcLink link;
    private EchoBurst burst;

    private EchoClient(int warmingRounds) {
        this.warmingRounds = warmingRounds;
    }

    /** The client by its server, with a pause between rounds. */
    @State(Scope.Benchmark)
    public static class Pausing extends EchoClient {
        /** The server, by where it runs and what it has done before. */
        @Param("OWN_JVM_FRESH")
        public EchoServer server;

        /** Milliseconds between two rounds; the author paused for 1000, in which the JIT compiler caught up. */
        @Param("1000")
        public int pauseMillis;

        private boolean paused;

        /** The client with a server warmed well, if it is to be warm. */
        public Pausing() {
            this(EchoServer.WARMING_ROUNDS);
        }

        /**
         * The client with a server warmed less, for tests that ask only what is answered.
         *
         * @param warmingRounds bursts for a server that is to be warm
         */
        public Pausing(int warmingRounds) {
            super(warmingRounds);
        }

        /** Opens the cell. */
        @Setup(Level.Trial)
        public void setUp() {
            open(server);
        }

        /** Waits between rounds. */
        @Setup(Level.Iteration)
        public void pause() throws InterruptedException {
            if (paused) {
                TimeUnit.MILLISECONDS.sleep(pauseMillis);
            }
            paused = true;
        }
    }

    /** The client with the author's server, one round straight after the other. */
    @State(Scope.Benchmark)
    public static class Unpausing extends EchoClient {
        /** The client. */
        public Unpausing() {
            super(EchoServer.WARMING_ROUNDS);
        }

        /** Opens the cell. */
        @Setup(Level.Trial)
        public void setUp() {
            open(EchoServer.OWN_JVM_FRESH);
        }
    }

    /** Starts the server, warms it where its name says so, and makes the channel. */
    final void open(EchoServer server) {
        GrpcCell cell = GrpcCell.BASE.with(Pinning.FREE).with(server.host()).withClient(CallExecutor.WORK_STEALING);
        link = CellRecord.openOrSkip(() -> GrpcLink.open(cell, cell::services));
        CellRecord.add(link.facts());
        server.warm((InetSocketAddress) link.address(), warmingRounds);
        burst = new EchoBurst(link.channel(), link.clientExecutor().orElseGet(MoreExecutors::directExecutor));
    }

    /** The measured round. */
    public final int round() throws InterruptedException {
        return burst.round(CALLS);
    }

    /** Stops client and server; throws when anything of them is left. A second time does nothing. */
    @TearDown(Level.Trial)
    public final void tearDown() {
        if (link != null) {
            link.close();
        }
    }
}
