package dev.callcost.transport;

import dev.callcost.service.CallFunction;
import dev.callcost.service.RemoteCall;
import dev.callcost.transport.Pinning.ConnectionSide;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.rmi.Naming;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.server.RMIClientSocketFactory;

/** An RMI client with its server. The client looks the object up in the server's registry over loopback TCP. */
public final class RmiConnection extends Opened {
    private final Pinning pinning;
    private final RemoteCall client;

    /** Null when the server has its own JVM. */
    private RmiServer server;

    /** The server's JVM; null when that is this one. */
    private ChildJvm child;

    private RmiConnection(Pinning pinning, ServerHost host, RMIClientSocketFactory clientSockets) {
        this.pinning = pinning;
        SocketAddress registry = step(() -> host == ServerHost.OWN_JVM ? startChild() : start(clientSockets));
        client = step(() -> lookUp(registry, host));
        step(this::verify);
    }

    /**
     * Starts a server, pins the calling thread as the client's, looks the object up and verifies it.
     *
     * @throws UnsupportedOperationException with the reason, when this system cannot pin threads
     * @throws IllegalStateException when the answer does not come by RMI over loopback TCP
     */
    public static RmiConnection open(Pinning pinning, ServerHost host) {
        return new RmiConnection(pinning, host, null);
    }

    /**
     * As {@link #open(Pinning, ServerHost)}, with the server in this JVM.
     *
     * @param clientSockets makes the sockets of calls. The stub carries the factory, which must be serializable and
     *     equal to its copies
     */
    public static RmiConnection open(Pinning pinning, RMIClientSocketFactory clientSockets) {
        return new RmiConnection(pinning, ServerHost.SAME_JVM, clientSockets);
    }

    /** Call this before pinning: the process would inherit the CPUs, compiler threads included. */
    private SocketAddress startChild() throws IOException {
        child = part(ChildJvm.start(RmiServer.class, pinning.name()));
        return child.readAddress();
    }

    private SocketAddress start(RMIClientSocketFactory clientSockets) throws IOException {
        pinning.pin(ConnectionSide.SERVER);
        server = part(new RmiServer(pinning, clientSockets));
        return server.address();
    }

    private RemoteCall lookUp(SocketAddress registry, ServerHost host) throws IOException {
        pinning.pin(ConnectionSide.CLIENT);
        facts.putAll(pinning.facts());
        facts.put("server", host.name());
        try {
            return (RemoteCall) Naming.lookup("rmi://" + Transport.text(registry) + "/" + RmiServer.NAME);
        } catch (NotBoundException e) {
            throw new IllegalStateException("the registry on loopback does not know " + RmiServer.NAME, e);
        }
    }

    private Void verify() throws IOException {
        expect("the answer", CallFunction.apply(40, 9), call(40, 9));
        String handlerCpus = server == null ? child.readLine() : server.handlerCpus();
        if (server != null && server.is(client) || handlerCpus == null) {
            throw new IllegalStateException("the call did not come over the server's loopback socket");
        }
        expectCpus(pinning, handlerCpus);
        facts.put("remote", "loopback TCP");
        String stub = client.getClass().getSuperclass().getSimpleName();
        facts.put("client", stub + " of " + RemoteCall.class.getSimpleName());
        return null;
    }

    /**
     * One call of {@link CallFunction#apply(int, int)}: arguments marshalled, sent, answered, result unmarshalled.
     *
     * @throws UncheckedIOException when the call did not come back
     */
    public int call(int k, int i) {
        try {
            return client.call(k, i);
        } catch (RemoteException e) {
            throw new UncheckedIOException(e);
        }
    }
}
