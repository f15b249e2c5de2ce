package dev.callcost.transport.serve;

import dev.callcost.transport.GrpcServer;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * A server in a JVM of its own, for its parent process: prints its port, or why it cannot run, and ends when its standard input
 * does, which is when the parent closes it or has ended in whatever way.
 */
final class ServerMain {
    /** What the line begins with that says why the cell cannot run here. */
    static final String UNSUPPORTED = "unsupported: ";

    private ServerMain() {}

    /**
     * Serves until standard input ends.
     *
     * @param arguments those of a {@link ServedCell}
     */
    public static void main(String... arguments) throws IOException {
        ServedCell cell = ServedCell.parse(arguments);
        try {
            cell.pinning().pinCurrentThread();
            serve(cell);
        } catch (UnsupportedOperationException e) {
            System.out.println(UNSUPPORTED + e.getMessage());
        }
    }

    private static void serve(ServedCell cell) throws IOException {
        try (GrpcServer server = cell.start(0, cell.services())) {
            System.out.println(((InetSocketAddress) server.address()).getPort());
            while (System.in.read() >= 0) {
                // the parent writes nothing
            }
        }
    }
}
