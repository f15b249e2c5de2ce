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
 * The client of experiment B, as cold as its JVM: opening starts the server and creates the channel, but makes no call. So the first round includes
 * the connection, class loading and interpreted code, like the author's.
 */
public abstract class EchoClient {
    /** Calls in a round, all issued at once, like the author's. */
    public static final int CALLS = 10_000;

    private final int warmingRounds;
    private GrpcLink link;
    private EchoBurst burst;

    private EchoClient(int warmingRounds) {
        this.warmingRounds = warmingRounds;
    }

    /** The client of a chosen server, with a pause between rounds. */
    @State(Scope.Benchmark)
    public static class Pausing extends EchoClient {
        @Param("OWN_JVM_FRESH")
        public EchoServer server;

        /** Milliseconds between two rounds. The author paused for 1000, and the JIT compiler caught up meanwhile. */
        @Param("1000")
        public int pauseMillis;

        private boolean paused;

        public Pausing() {
            this(EchoServer.WARMING_ROUNDS);
        }

        /**
         * A client whose server is warmed less, for tests of the answers only.
         *
         * @param warmingRounds bursts that warm the server, if it is to be warm
         */
        public Pausing(int warmingRounds) {
            super(warmingRounds);
        }

        @Setup(Level.Trial)
        public void setUp() {
            open(server);
        }

        @Setup(Level.Iteration)
        public void pause() throws InterruptedException {
            if (paused) {
                TimeUnit.MILLISECONDS.sleep(pauseMillis);
            }
            paused = true;
        }
    }

    /** The client of the author's server, without pauses between rounds. */
    @State(Scope.Benchmark)
    public static class Unpausing extends EchoClient {
        public Unpausing() {
            super(EchoServer.WARMING_ROUNDS);
        }

        @Setup(Level.Trial)
        public void setUp() {
            open(EchoServer.OWN_JVM_FRESH);
        }
    }

    /** Starts the server, warms it if its constant requires that, and creates the channel. */
    final void open(EchoServer server) {
        GrpcCell cell = GrpcCell.BASE.with(Pinning.FREE).with(server.host()).withClient(CallExecutor.WORK_STEALING);
        link = CellRecord.openOrSkip(() -> new GrpcLink(cell, cell::services));
        CellRecord.add(link.facts());
        server.warm((InetSocketAddress) link.address(), warmingRounds);
        burst = new EchoBurst(link.channel(), link.clientExecutor().orElseGet(MoreExecutors::directExecutor));
    }

    public final int round() throws InterruptedException {
        return burst.round(CALLS);
    }

    /** Stops client and server; throws when anything is left. A second call does nothing. */
    @TearDown(Level.Trial)
    public final void tearDown() {
        if (link != null) {
            link.close();
        }
    }
}
