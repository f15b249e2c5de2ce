package dev.callcost.transport;

import dev.callcost.service.CallFunction;
import dev.callcost.service.RemoteCall;
import dev.callcost.transport.Pinning.Side;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.rmi.Naming;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.server.RMIClientSocketFactory;
import java.util.List;

/** An RMI client with its server. The client looks the object up in the server's registry over loopback TCP. */
public final class RmiConnection extends Opened {
    private final Pinning pinning;

    /** Null when the server has its own JVM. */
    private RmiServer server;

    /** The server's JVM; null when that is this one. */
    private ChildJvm child;

    private List<SocketAddress> addresses = List.of();
    private RemoteCall client;

    private RmiConnection(Pinning pinning) {
        this.pinning = pinning;
    }

    /** With the server in this JVM. */
    public static RmiConnection open(Pinning pinning) {
        return open(pinning, ServerHost.SAME_JVM);
    }

    /**
     * Starts a server, pins the calling thread as the client's, and looks the object up.
     *
     * @return the client, verified
     * @throws UnsupportedOperationException with the reason, when this system cannot pin threads
     * @throws IllegalStateException when the answer does not come by RMI over loopback TCP
     */
    public static RmiConnection open(Pinning pinning, ServerHost host) {
        return open(pinning, host, null);
    }

    /**
     * With the server in this JVM.
     *
     * @param clientSockets makes the sockets of calls to the object, not to the registry. The stub carries the factory, which must be serializable
     *     and equal to its copies
     */
    public static RmiConnection open(Pinning pinning, RMIClientSocketFactory clientSockets) {
        return open(pinning, ServerHost.SAME_JVM, clientSockets);
    }

    private static RmiConnection open(Pinning pinning, ServerHost host, RMIClientSocketFactory clientSockets) {
        RmiConnection connection = new RmiConnection(pinning);
        try {
            if (host == ServerHost.OWN_JVM) {
                connection.startChild();
            } else {
                pinning.pin(Side.SERVER);
                connection.server = RmiServer.start(pinning, clientSockets);
                connection.addresses = connection.server.addresses();
            }
            pinning.pin(Side.CLIENT);
            connection.facts.putAll(pinning.facts());
            connection.facts.put("server", host.name());
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

    /** Call this before pinning: the process would inherit the CPUs, compiler threads included. */
    private void startChild() throws IOException {
        child = ChildJvm.start(RmiServer.class, pinning.name());
        SocketAddress registry = ServerHost.addressIn(child.readLine());
        addresses = List.of(registry, ServerHost.addressIn(child.readLine()));
    }

    private void lookUp() throws IOException {
        InetSocketAddress registry = (InetSocketAddress) addresses.get(0);
        String url =
                "rmi://" + registry.getAddress().getHostAddress() + ":" + registry.getPort() + "/" + RmiServer.NAME;
        try {
            client = (RemoteCall) Naming.lookup(url);
        } catch (NotBoundException e) {
            throw new IllegalStateException("the registry on loopback does not know " + RmiServer.NAME, e);
        }
    }

    private void verify() throws IOException {
        Ran.expect("the answer", CallFunction.apply(40, 9), call(40, 9));
        String handlerCpus = server == null ? child.readLine() : server.handlerCpus();
        if (server != null && server.is(client) || handlerCpus == null) {
            throw new IllegalStateException("the call did not come over the server's loopback socket");
        }
        Ran.expect("the CPUs of the handler's thread", pinning.cpu(Side.SERVER), handlerCpus);
        Ran.expect("the CPUs of the caller", pinning.cpu(Side.CLIENT), pinning.currentCpus());
        facts.put("remote", "loopback TCP");
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

    @Override
    protected List<SocketAddress> end() {
        if (server != null) {
            server.close();
        }
        if (child != null) {
            child.close();
        }
        return addresses;
    }
}
