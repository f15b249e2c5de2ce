package dev.callcost.state.echo;

import com.google.common.util.concurrent.MoreExecutors;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.GrpcChannel;
import dev.callcost.transport.Transport;
import dev.callcost.transport.serve.ChildJvm;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Warms a server from a JVM of its own, so that neither the client's JVM nor its JIT compiler has a share in it: with bursts of
 * {@value #CALLS} calls, {@value #ROUNDS} of them far beyond the server's first WINDOW_UPDATE, which throws away compiled code.
 */
final class WarmCaller {
    /** How many bursts warm it well. */
    static final int ROUNDS = 40;

    private static final int CALLS = 10_000;

    private WarmCaller() {}

    /**
     * Calls the server at a loopback port and ends.
     *
     * @param arguments the port and the number of bursts
     */
    public static void main(String... arguments) throws InterruptedException {
        InetSocketAddress server =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
        try (GrpcChannel channel = GrpcChannel.to(Transport.NIO, CallExecutor.DEFAULT, server)) {
            int rounds = Integer.parseInt(arguments[1]);
            EchoBurst burst = new EchoBurst(channel.channel(), MoreExecutors.directExecutor());
            for (int round = 0; round < rounds; round++) {
                burst.round(CALLS);
            }
        }
    }

    /**
     * Warms a server and returns when that is done.
     *
     * @param rounds the number of bursts
     * @throws IllegalStateException when the calls failed
     */
    static void warm(InetSocketAddress server, int rounds) {
        try (ChildJvm caller =
                ChildJvm.start(WarmCaller.class, Integer.toString(server.getPort()), Integer.toString(rounds))) {
            caller.join();
        }
    }
}
