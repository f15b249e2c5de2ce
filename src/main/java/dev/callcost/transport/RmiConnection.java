package dev.callcost.transport;

import dev.callcost.service.CallFunction;
import dev.callcost.service.RemoteCall;
import dev.callcost.transport.Pinning.Side;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketImpl;
import java.rmi.Naming;
import java.rmi.NoSuchObjectException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.UnicastRemoteObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * An RMI client with the server that it calls, both in this JVM: the object is exported, bound in a registry, and looked up over
 * loopback TCP.
 *
 * <p>RMI binds the wildcard address and leaves its sockets open after unexport, unless a socket factory sees to both; a factory is
 * used once, because an equal one would make RMI reuse the old socket. The stub carries this host's name: set
 * {@code -Djava.rmi.server.hostname=127.0.0.1}.
 */
public final class RmiConnection implements AutoCloseable {
    private static final String NAME = "API";

    private final Leftovers leftovers = new Leftovers();
    private final Map<String, String> facts = new LinkedHashMap<>();
    private final Pinning pinning;
    private final LoopbackSockets objectSockets;
    private final LoopbackSockets registrySockets;
    /** Held here, or the garbage collector may take the exported object. */
    private final RemoteCall server = CallFunction::apply;

    /** Of the object's stub; null for RMI's own. */
    private final RMIClientSocketFactory clientSockets;

    private Registry registry;
    private RemoteCall client;
    private boolean closed;

    private RmiConnection(Pinning pinning, RMIClientSocketFactory clientSockets) {
        this.pinning = pinning;
        this.objectSockets = new LoopbackSockets(pinning);
        this.registrySockets = new LoopbackSockets(pinning);
        this.clientSockets = clientSockets;
    }

    /** As {@link #open(Pinning, RMIClientSocketFactory)}, with RMI's own client sockets. */
    public static RmiConnection open(Pinning pinning) {
        return open(pinning, null);
    }

    /**
     * Exports and binds with the calling thread pinned as the server's, then looks up with it pinned as the client's.
     *
     * @param pinning which CPUs client and server may use
     * @param clientSockets makes the sockets of calls to the object, not to the registry; the stub carries it, so that it must be
     *     serializable, and equal to what it becomes on the other side; null for RMI's own
     * @return the client, checked and answering
     * @throws UnsupportedOperationException with the reason, when this system cannot pin threads
     * @throws IllegalStateException when something else than RMI over loopback TCP answers
     */
    public static RmiConnection open(Pinning pinning, RMIClientSocketFactory clientSockets) {
        RmiConnection connection = new RmiConnection(pinning, clientSockets);
        try {
            pinning.pin(Side.SERVER);
            connection.export();
            pinning.pin(Side.CLIENT);
            connection.facts.putAll(pinning.facts());
            connection.lookUp();
            connection.verify();
            return connection;
        } catch (IOException e) {
            connection.close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private void export() throws IOException {
        Remote stub = UnicastRemoteObject.exportObject(server, 0, clientSockets, objectSockets);
        registry = LocateRegistry.createRegistry(0, null, registrySockets);
        registry.rebind(NAME, stub);
    }

    private void lookUp() throws IOException {
        String url = "rmi://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + registrySockets.port() + "/"
                + NAME;
        try {
            client = (RemoteCall) Naming.lookup(url);
        } catch (NotBoundException e) {
            throw new IllegalStateException("the registry on loopback does not know " + NAME, e);
        }
    }

    private void verify() {
        Ran.expect("the answer", CallFunction.apply(40, 9), call(40, 9));
        if (client == server || objectSockets.accepted() == 0) {
            throw new IllegalStateException("the call did not come over the server's loopback socket");
        }
        Ran.expect("the CPUs of the handler's thread", pinning.cpu(Side.SERVER), objectSockets.handlerCpus());
        Ran.expect("the CPUs of the caller", pinning.cpu(Side.CLIENT), pinning.currentCpus());
        facts.put("remote", "loopback TCP, " + objectSockets.accepted() + " connection");
        facts.put(
                "client",
                client.getClass().getSuperclass().getSimpleName() + " of " + RemoteCall.class.getSimpleName());
    }

    /**
     * One call: arguments marshalled, sent, answered, result unmarshalled.
     *
     * @param k the value to start from
     * @param i how many of the function's steps add
     * @return the server's {@link CallFunction#apply(int, int)}
     * @throws UncheckedIOException when the call did not come back
     */
    public int call(int k, int i) {
        try {
            return client.call(k, i);
        } catch (RemoteException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What was seen to run, for the record. */
    public Map<String, String> facts() {
        return Map.copyOf(facts);
    }

    /**
     * Unexports both objects, closes their sockets, and waits until nothing of them is left. A second close does nothing.
     *
     * @throws IllegalStateException naming what did not end
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        unexport(server);
        if (registry != null) {
            unexport(registry);
        }
        List<SocketAddress> addresses = Stream.of(objectSockets, registrySockets)
                .flatMap(LoopbackSockets::address)
                .toList();
        objectSockets.close();
        registrySockets.close();
        leftovers.check(addresses);
    }

    private static void unexport(Remote object) {
        try {
            UnicastRemoteObject.unexportObject(object, true);
        } catch (NoSuchObjectException neverExported) {
            // the start failed before it
        }
    }

    /**
     * Server sockets on loopback only, on a port of the kernel's choice; counts the connections that come in, and pins the thread that
     * takes one, which may be idle since it answered for another server of this JVM.
     */
    private static final class LoopbackSockets implements RMIServerSocketFactory {
        private final AtomicInteger accepted = new AtomicInteger();
        private final Pinning pinning;
        private volatile ServerSocket socket;
        private volatile String handlerCpus;

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
                            pinning.pin(Side.SERVER);
                            handlerCpus = pinning.currentCpus();
                            return super.getInputStream();
                        }
                    };
                    implAccept(connection);
                    accepted.incrementAndGet();
                    return connection;
                }
            };
            return socket;
        }

        int port() {
            return socket.getLocalPort();
        }

        /** The CPUs of the thread that took the last connection, in which RMI also answers its calls. */
        String handlerCpus() {
            return handlerCpus;
        }

        int accepted() {
            return accepted.get();
        }

        Stream<SocketAddress> address() {
            return Stream.ofNullable(socket).map(ServerSocket::getLocalSocketAddress);
        }

        void close() {
            try {
                if (socket != null) {
                    socket.close();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
