package dev.callcost.transport;

import dev.callcost.service.CallFunction;
import dev.callcost.service.RemoteCall;
import dev.callcost.transport.Pinning.ConnectionSide;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketImpl;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.UID;
import java.rmi.server.UnicastRemoteObject;
import java.util.concurrent.CompletableFuture;

/**
 * The function as an RMI object in its own registry, both on loopback.
 *
 * <p>By default RMI binds the wildcard address and keeps its sockets open after unexport; the socket factories here
 * prevent both. Each server has new factories, because RMI reuses the old socket for an equal one. The stub carries
 * this host's name: set {@code -Djava.rmi.server.hostname=127.0.0.1}.
 */
final class RmiServer implements AutoCloseable {
    static final String NAME = "API";

    /** {@link UID}'s counter has 16 bits. */
    private static final int UIDS = (1 << 16) + 1;

    private final LoopbackSockets objectSockets;
    private final LoopbackSockets registrySockets;

    /** A field, so that the garbage collector keeps the exported object. */
    private final RemoteCall object = CallFunction::apply;

    private Registry registry;

    /**
     * Exports and binds. Pin the calling thread as the server's first.
     *
     * @param clientSockets the stub's; null for RMI's own
     * @throws IOException when it cannot listen
     */
    RmiServer(Pinning pinning, RMIClientSocketFactory clientSockets) throws IOException {
        useUpUids();
        objectSockets = new LoopbackSockets(pinning);
        registrySockets = new LoopbackSockets(pinning);
        try {
            Remote stub = UnicastRemoteObject.exportObject(object, 0, clientSockets, objectSockets);
            registry = LocateRegistry.createRegistry(0, null, registrySockets);
            registry.rebind(NAME, stub);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /**
     * The server in its own JVM: see {@link ChildJvm#serve}. Prints the address of the registry, then the CPUs of the
     * thread that accepted the first connection and answers its calls.
     *
     * @param arguments the name of a {@link Pinning}
     */
    public static void main(String... arguments) throws Exception {
        Pinning pinning = Pinning.valueOf(arguments[0]);
        ChildJvm.serve(pinning, () -> new RmiServer(pinning, null), server -> {
            System.out.println(Transport.text(server.address()));
            server.objectSockets.handlerCpus.thenAccept(System.out::println);
        });
    }

    /**
     * Each reply has a UID, with which the client would acknowledge remote objects in it
     * (sun.rmi.transport.ConnectionOutputStream). When the JIT meets the counter's overflow first while replies are
     * measured, it discards their compiled code.
     */
    private static void useUpUids() {
        for (int n = 0; n < UIDS; n++) {
            new UID();
        }
    }

    /** The address of the registry. */
    SocketAddress address() {
        return registrySockets.socket.getLocalSocketAddress();
    }

    /** The CPUs of the thread that accepted the first connection to the object; null before. */
    String handlerCpus() {
        return objectSockets.handlerCpus.getNow(null);
    }

    boolean is(RemoteCall stub) {
        return stub == object;
    }

    @Override
    public void close() throws IOException {
        unexport(object);
        if (registry != null) {
            unexport(registry);
        }
        objectSockets.close();
        registrySockets.close();
    }

    private static void unexport(Remote object) {
        try {
            UnicastRemoteObject.unexportObject(object, true);
        } catch (NoSuchObjectException neverExported) {
            // the start failed before the export
        }
    }

    /**
     * Server sockets on loopback, on a port that the kernel chooses. They pin the thread that accepts a connection,
     * because RMI may reuse a thread of an earlier server in this JVM.
     */
    private static final class LoopbackSockets implements RMIServerSocketFactory {
        private final CompletableFuture<String> handlerCpus = new CompletableFuture<>();
        private final Pinning pinning;
        private volatile ServerSocket socket;

        LoopbackSockets(Pinning pinning) {
            this.pinning = pinning;
        }

        @Override
        public ServerSocket createServerSocket(int port) throws IOException {
            socket = new ServerSocket(port, 50, InetAddress.getLoopbackAddress()) {
                @Override
                public Socket accept() throws IOException {
                    Socket connection = new Socket((SocketImpl) null) {
                        @Override
                        public InputStream getInputStream() throws IOException {
                            pinning.pin(ConnectionSide.SERVER);
                            handlerCpus.complete(pinning.currentCpus());
                            return super.getInputStream();
                        }
                    };
                    implAccept(connection);
                    return connection;
                }
            };
            return socket;
        }

        void close() throws IOException {
            if (socket != null) {
                socket.close();
            }
        }
    }
}
