package dev.callcost.state.echo;

import com.google.common.util.concurrent.MoreExecutors;
import dev.callcost.agent.CellRecord;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.GrpcLink;
import dev.callcost.transport.Pinning;
import java.net.InetSocketAddress;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The client of experiment B, as cold as its JVM: opening starts the server and makes the channel, and makes no call. The first
 * round therefore holds the connection, class loading and interpreted code, as the author's did.
 */
public abstract class EchoClient {
    /** Calls issued at once in a round, as the author had it. */
    public static final int CALLS = 10_000;

    /** Bursts that warm a server which is to be warm; a test that asks only what is answered makes do with one. */
    public int warmUpRounds = WarmCaller.ROUNDS;

    private GrpcLink link;
    private EchoBurst burst;

    /** Starts the server, warms it where its name says so, and makes the channel. */
    final void open(EchoServer server) {
        GrpcCell cell = GrpcCell.BASE.with(Pinning.FREE).with(server.host()).withClient(CallExecutor.WORK_STEALING);
        link = CellRecord.openOrSkip(() -> GrpcLink.open(cell, cell.served()::services));
        CellRecord.add(link.facts());
        if (server.isWarm()) {
            WarmCaller.warm((InetSocketAddress) link.address(), warmUpRounds);
        }
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
