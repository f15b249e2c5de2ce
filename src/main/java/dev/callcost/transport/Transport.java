package dev.callcost.transport;

import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.lang.reflect.InvocationTargetException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * How gRPC's bytes travel between client and server. Each sets channel type and event loops, because grpc-netty's default is epoll where it is
 * available. Each side has one event loop thread.
 *
 * <p>The event loop groups of NIO and epoll exist in netty 4.1 and 4.2; io_uring needs 4.2.
 */
@SuppressWarnings("deprecation")
public enum Transport {
    /** gRPC's in-process transport, without sockets and HTTP/2. It passes protobuf messages on without serializing; other marshallers serialize. */
    IN_PROCESS(threadName -> null, Transport::noSockets, Transport::noSockets) {
        @Override
        public ServerBuilder<?> server(EventLoopGroup loops, int port) {
            return InProcessServerBuilder.forName("callcost-" + UUID.randomUUID());
        }

        @Override
        public ManagedChannelBuilder<?> channel(SocketAddress server, EventLoopGroup loops) {
            return InProcessChannelBuilder.forAddress(server);
        }
    },
    /** Loopback TCP over java.nio, which grpc-netty has on every system: the base cell. */
    NIO(
            threadName -> new NioEventLoopGroup(1, daemons(threadName)),
            () -> NioServerSocketChannel.class,
            () -> NioSocketChannel.class),
    /** Loopback TCP over netty's native epoll (Linux). */
    EPOLL(Transport::openEpoll, () -> EpollServerSocketChannel.class, () -> EpollSocketChannel.class),
    /** Loopback TCP over netty's native io_uring (Linux, netty 4.2; some kernels forbid it). */
    IO_URING(
            IoUringClasses::open,
            () -> IoUringClasses.named("io.netty.channel.uring.IoUringServerSocketChannel", ServerChannel.class),
            () -> IoUringClasses.named("io.netty.channel.uring.IoUringSocketChannel", Channel.class)),
    /** A Unix domain socket over netty's native epoll (Linux): the event loops of EPOLL without TCP. */
    UDS(Transport::openUds, () -> EpollServerDomainSocketChannel.class, () -> EpollDomainSocketChannel.class) {
        @Override
        public SocketAddress listeningAddress(int port) {
            return new DomainSocketAddress(
                    Path.of(System.getProperty("java.io.tmpdir"), "callcost-" + UUID.randomUUID() + ".sock")
                            .toString());
        }

        @Override
        public ManagedChannelBuilder<?> channel(SocketAddress server, EventLoopGroup loops) {
            return super.channel(server, loops).overrideAuthority("localhost"); // a path is no authority
        }
    };

    /**
     * Netty's logger, which warns in the middle of a fork's output: gRPC sets SO_KEEPALIVE, which Unix domain sockets do not support. The field keeps the
     * logger, because a logger without a reference loses its level.
     */
    private static final Logger OPTIONS = Logger.getLogger("io.netty.bootstrap");

    /** Netty's logger, which warns in a container without a network: netty takes random bytes for a hardware address there. */
    private static final Logger HARDWARE_ADDRESS = Logger.getLogger("io.netty.util.internal.MacAddressUtil");

    static {
        HARDWARE_ADDRESS.setLevel(Level.SEVERE);
    }

    /** The beginning of a Unix domain socket's address as text, as in gRPC's target names. */
    private static final String UNIX = "unix:";

    private final Function<String, EventLoopGroup> loops;
    private final Supplier<Class<? extends ServerChannel>> listening;
    private final Supplier<Class<? extends Channel>> connected;

    /** Takes suppliers, so that a transport's classes are loaded when it is used. */
    Transport(
            Function<String, EventLoopGroup> loops,
            Supplier<Class<? extends ServerChannel>> listening,
            Supplier<Class<? extends Channel>> connected) {
        this.loops = loops;
        this.listening = listening;
        this.connected = connected;
    }

    /**
     * Makes one side's event loops.
     *
     * @param threadName the beginning of the threads' names
     * @return a group of one thread; null when the transport needs none
     * @throws UnsupportedOperationException when this machine lacks the transport
     */
    public EventLoopGroup open(String threadName) {
        return loops.apply(threadName);
    }

    /** @throws UnsupportedOperationException when the transport has no netty channels */
    public Class<? extends ServerChannel> listening() {
        return listening.get();
    }

    /** @throws UnsupportedOperationException when the transport has no netty channels */
    public Class<? extends Channel> connected() {
        return connected.get();
    }

    /**
     * An address for a server: on loopback, or a path that does not exist yet.
     *
     * @param port the TCP port, which a path ignores; 0 lets the kernel choose
     */
    public SocketAddress listeningAddress(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /**
     * A server for a {@link #listeningAddress}, or in-process for a name of its own.
     *
     * @param loops its event loops, from {@link #open(String)}
     */
    public ServerBuilder<?> server(EventLoopGroup loops, int port) {
        return NettyServerBuilder.forAddress(listeningAddress(port))
                .bossEventLoopGroup(loops)
                .workerEventLoopGroup(loops)
                .channelType(listening());
    }

    /**
     * A channel to a running server.
     *
     * @param server where it listens
     * @param loops the channel's event loops, from {@link #open(String)}
     */
    public ManagedChannelBuilder<?> channel(SocketAddress server, EventLoopGroup loops) {
        return NettyChannelBuilder.forAddress(server)
                .eventLoopGroup(loops)
                .channelType(connected(), server.getClass())
                .usePlaintext();
    }

    public boolean hasPort() {
        return this != IN_PROCESS && this != UDS;
    }

    /** Host and port, or {@value #UNIX} and the path. */
    static String text(SocketAddress address) {
        if (address instanceof InetSocketAddress inet) {
            return inet.getAddress().getHostAddress() + ":" + inet.getPort();
        }
        return UNIX + ((DomainSocketAddress) address).path();
    }

    /** The inverse of {@link #text(SocketAddress)}. */
    static SocketAddress address(String text) {
        if (text.startsWith(UNIX)) {
            return new DomainSocketAddress(text.substring(UNIX.length()));
        }
        int port = Integer.parseInt(text.substring(text.lastIndexOf(':') + 1));
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private static ThreadFactory daemons(String threadName) {
        return new DefaultThreadFactory(threadName, true);
    }

    private static <C> Class<C> noSockets() {
        throw new UnsupportedOperationException("in-process gRPC has no sockets");
    }

    private static EventLoopGroup openUds(String threadName) {
        OPTIONS.setLevel(Level.SEVERE);
        return openEpoll(threadName);
    }

    private static EventLoopGroup openEpoll(String threadName) {
        if (!Epoll.isAvailable()) {
            throw new UnsupportedOperationException(
                    "epoll is not available: " + Epoll.unavailabilityCause().getMessage());
        }
        return new EpollEventLoopGroup(1, daemons(threadName));
    }

    /** Netty's io_uring by reflection, because the suite also builds with netty 4.1, which lacks it. */
    private static final class IoUringClasses {
        private IoUringClasses() {}

        static EventLoopGroup open(String threadName) {
            try {
                Class<?> ioUring = Class.forName("io.netty.channel.uring.IoUring");
                if (!(boolean) ioUring.getMethod("isAvailable").invoke(null)) {
                    Throwable cause =
                            (Throwable) ioUring.getMethod("unavailabilityCause").invoke(null);
                    throw new UnsupportedOperationException("io_uring is not available: " + cause.getMessage());
                }
                Object handlers = Class.forName("io.netty.channel.uring.IoUringIoHandler")
                        .getMethod("newFactory")
                        .invoke(null);
                return (EventLoopGroup) Class.forName("io.netty.channel.MultiThreadIoEventLoopGroup")
                        .getConstructor(
                                int.class, ThreadFactory.class, Class.forName("io.netty.channel.IoHandlerFactory"))
                        .newInstance(1, daemons(threadName), handlers);
            } catch (ClassNotFoundException e) {
                throw new UnsupportedOperationException("io_uring needs netty 4.2", e);
            } catch (InvocationTargetException e) {
                throw new UnsupportedOperationException("io_uring does not start: " + e.getCause(), e);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("netty's io_uring has changed", e);
            }
        }

        static <C> Class<? extends C> named(String name, Class<C> type) {
            try {
                return Class.forName(name).asSubclass(type);
            } catch (ClassNotFoundException e) {
                throw new UnsupportedOperationException("io_uring needs netty 4.2", e);
            }
        }
    }
}
