package dev.callcost.state.echo;

import dev.callcost.transport.serve.ServerHost;

/** The server of experiment B, by where it runs and what it has done before the first measured call. */
public enum EchoServer {
    /** In the client's JVM, as cold as the client. */
    SAME_JVM(ServerHost.SAME_JVM, false),
    /** In a JVM of its own that has served nothing yet, as when the author first measured. */
    OWN_JVM_FRESH(ServerHost.OWN_JVM, false),
    /** In a JVM of its own that has served {@link WarmCaller}, a third JVM: the client alone is cold. */
    OWN_JVM_WARM(ServerHost.OWN_JVM, true);

    private final ServerHost host;
    private final boolean warm;

    EchoServer(ServerHost host, boolean warm) {
        this.host = host;
        this.warm = warm;
    }

    ServerHost host() {
        return host;
    }

    boolean isWarm() {
        return warm;
    }
}
