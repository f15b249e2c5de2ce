package dev.callcost.transport.part;

import dev.callcost.transport.Pinning;
import dev.callcost.transport.Transport;

/**
 * How the call's bytes travel to a thread of the server and back. The {@value CallBytes#LENGTH} bytes each way equal
 * the base cell's message with gRPC's header of five bytes, so the difference to a gRPC call is what gRPC adds.
 */
public enum BytePath {
    /** Loopback TCP, two threads that block in read. */
    TCP(pinning -> Sockets.tcp(pinning, false)),
    /** Loopback TCP, two threads that wait in a selector of java.nio. */
    TCP_SELECTOR(pinning -> Sockets.tcp(pinning, true)),
    /** A Unix domain socket, two threads that block in read (java.nio, JDK 16 and later). */
    UDS(Sockets::uds),
    /** Netty over java.nio, an event loop at each side; the caller parks until its loop has the answer. */
    NETTY_NIO(pinning -> new NettyExchange(Transport.NIO, pinning)),
    /** Netty over its native epoll. */
    NETTY_EPOLL(pinning -> new NettyExchange(Transport.EPOLL, pinning)),
    /** Netty over its native io_uring. */
    NETTY_IO_URING(pinning -> new NettyExchange(Transport.IO_URING, pinning)),
    /** Netty over a Unix domain socket and its native epoll. */
    NETTY_UDS(pinning -> new NettyExchange(Transport.UDS, pinning)),
    /** Netty's HTTP/2 over java.nio: the frames of a unary gRPC call, a stream for each call, without gRPC. */
    NETTY_HTTP2(pinning -> new Http2Exchange(Transport.NIO, pinning));

    private final RoundTrip.Opening opening;

    BytePath(RoundTrip.Opening opening) {
        this.opening = opening;
    }

    /**
     * Starts a server and its client.
     *
     * @throws UnsupportedOperationException with the reason, when this JVM, kernel or machine cannot
     */
    public RoundTrip open(Pinning pinning) {
        return new RoundTrip(pinning, opening);
    }
}
