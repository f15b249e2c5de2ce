package dev.callcost.state;

import com.google.common.util.concurrent.MoreExecutors;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.GrpcLink;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.ServerHost;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The client of experiment B, as cold as its JVM: opening starts the server and creates the channel, but makes no call.
 * So the first round includes the connection, class loading and interpreted code, like the author's.
 */
@State(Scope.Benchmark)
public class EchoClient extends RemoteState {
    /** Calls in a round, all issued at once, like the author's. */
    public static final int CALLS = 10_000;

    /**
     * Bursts that warm a server: far beyond its first WINDOW_UPDATE, which discards compiled code. Tests of the answers
     * need fewer.
     */
    public int warmingRounds = 40;

    @Param("OWN_JVM_FRESH")
    public Server server;

    /** Milliseconds between two rounds. The author paused for 1000, and the JIT compiler caught up meanwhile. */
    @Param("1000")
    public int pauseMillis;

    private EchoBurst burst;
    private boolean paused;

    /** The server, by its JVM and what it has served before the first measured call. */
    public enum Server {
        /** In the client's JVM, as cold as the client. */
        SAME_JVM,
        /** In a JVM of its own that has served nothing yet, as in the author's first measurement. */
        OWN_JVM_FRESH,
        /** In a JVM of its own that a third JVM has warmed: only the client is cold. */
        OWN_JVM_WARM
    }

    @Setup(Level.Trial)
    public void setUp() {
        ServerHost host = server == Server.SAME_JVM ? ServerHost.SAME_JVM : ServerHost.OWN_JVM;
        GrpcCell cell = GrpcCell.BASE.with(Pinning.FREE).with(host).withClient(CallExecutor.WORK_STEALING);
        GrpcLink link = opened(() -> new GrpcLink(cell, cell::services));
        if (server == Server.OWN_JVM_WARM) {
            EchoBurst.warm((InetSocketAddress) link.address(), warmingRounds);
        }
        burst = new EchoBurst(link.channel(), link.clientExecutor().orElseGet(MoreExecutors::directExecutor));
    }

    @Setup(Level.Iteration)
    public void pause() throws InterruptedException {
        if (paused) {
            TimeUnit.MILLISECONDS.sleep(pauseMillis);
        }
        paused = true;
    }

    public int round() throws InterruptedException {
        return burst.round(CALLS);
    }
}
