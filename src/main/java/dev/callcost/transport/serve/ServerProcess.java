package dev.callcost.transport.serve;

import dev.callcost.transport.Transport;
import dev.callcost.transport.serve.ServerHost.RunningServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** A server in a child process. */
final class ServerProcess implements RunningServer {
    private final ChildJvm child;
    private final SocketAddress address;

    private ServerProcess(ChildJvm child, SocketAddress address) {
        this.child = child;
        this.address = address;
    }

    /**
     * Starts the process and waits until it listens.
     *
     * @throws UnsupportedOperationException with the reason, when the cell cannot run, or not in a process of its own
     * @throws IllegalStateException when the process ends before it listens
     */
    static ServerProcess start(ServedCell cell) {
        if (cell.transport() == Transport.IN_PROCESS) {
            throw new UnsupportedOperationException("in-process gRPC has no server in a JVM of its own");
        }
        ChildJvm child = ChildJvm.start(ServerMain.class, cell.arguments());
        try {
            String line = child.readLine();
            if (line.startsWith(ServerMain.UNSUPPORTED)) {
                throw new UnsupportedOperationException(line.substring(ServerMain.UNSUPPORTED.length()));
            }
            return new ServerProcess(
                    child, new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(line)));
        } catch (IOException e) {
            child.close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            child.close();
            throw e;
        }
    }

    @Override
    public SocketAddress address() {
        return address;
    }

    @Override
    public void close() {
        child.close();
    }
}
