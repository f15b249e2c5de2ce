package dev.callcost.state.echo;

import com.google.common.util.concurrent.MoreExecutors;
import dev.callcost.transport.ChildJvm;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.GrpcEnd;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.ServerHost;
import io.grpc.ManagedChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The server of experiment B, by its JVM and what it has served before the first measured call. */
public enum EchoServer {
    /** In the client's JVM, as cold as the client. */
    SAME_JVM(ServerHost.SAME_JVM),
    /** In a JVM of its own that has served nothing yet, as in the author's first measurement. */
    OWN_JVM_FRESH(ServerHost.OWN_JVM),
    /** In a JVM of its own that a third JVM has warmed: only the client is cold. */
    OWN_JVM_WARM(ServerHost.OWN_JVM);

    /** Bursts that warm a server well: far beyond its first WINDOW_UPDATE, which discards compiled code. */
    static final int WARMING_ROUNDS = 40;

    private final ServerHost host;

    EchoServer(ServerHost host) {
        this.host = host;
    }

    ServerHost host() {
        return host;
    }

    /**
     * Warms the server if its constant requires that: from a JVM of its own, so that the client's JVM and JIT compiler have no part in it.
     *
     * @param address the server's
     * @param rounds the number of bursts
     * @throws IllegalStateException when the calls failed
     */
    void warm(InetSocketAddress address, int rounds) {
        if (this == OWN_JVM_WARM) {
            try (ChildJvm caller =
                    ChildJvm.start(EchoServer.class, Integer.toString(address.getPort()), Integer.toString(rounds))) {
                caller.join();
            }
        }
    }

    /**
     * The main method of the third JVM: calls a server and ends.
     *
     * @param arguments the server's loopback port and the number of bursts
     */
    public static void main(String... arguments) throws InterruptedException {
        InetSocketAddress server =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
        try (GrpcEnd<ManagedChannel> client = GrpcEnd.channel(GrpcCell.BASE.with(Pinning.FREE), server)) {
            int rounds = Integer.parseInt(arguments[1]);
            EchoBurst burst = new EchoBurst(client.get(), MoreExecutors.directExecutor());
            for (int round = 0; round < rounds; round++) {
                burst.round(EchoClient.CALLS);
            }
        }
    }
}
