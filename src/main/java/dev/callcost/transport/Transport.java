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
import io.netty.util.concurrent.GlobalEventExecutor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How gRPC's bytes travel between client and server. Each sets channel type and event loops, because grpc-netty's
 * default is epoll where it is available. Each side has one event loop thread.
 *
 * <p>The event loop groups of NIO and epoll exist in netty 4.1 and 4.2; io_uring needs 4.2.
 */
@SuppressWarnings("deprecation")
public enum Transport {
    /**
     * gRPC's in-process transport, without sockets and HTTP/2. It passes protobuf messages on without serializing;
     * other marshallers serialize.
     */
    IN_PROCESS(threadName -> null, Transport::noSockets, Transport::noSockets) {
        @Override
        ServerBuilder<?> server(EventLoopGroup loops, SocketAddress ignored) {
            return InProcessServerBuilder.forName("callcost-" + UUID.randomUUID());
        }

        @Override
        ManagedChannelBuilder<?> channel(SocketAddress server, EventLoopGroup loops) {
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
            Transport::openIoUring,
            () -> ioUring("uring.IoUringServerSocketChannel", ServerChannel.class),
            () -> ioUring("uring.IoUringSocketChannel", Channel.class)),
    /** A Unix domain socket over netty's native epoll (Linux): the event loops of EPOLL without TCP. */
    UDS(Transport::openUds, () -> EpollServerDomainSocketChannel.class, () -> EpollDomainSocketChannel.class) {
        @Override
        public SocketAddress listeningAddress() {
            return new DomainSocketAddress(
                    Path.of(System.getProperty("java.io.tmpdir"), "callcost-" + UUID.randomUUID() + ".sock")
                            .toString());
        }

        @Override
        ManagedChannelBuilder<?> channel(SocketAddress server, EventLoopGroup loops) {
            return super.channel(server, loops).overrideAuthority("localhost"); // a path is no authority
        }
    };

    /**
     * Netty's logger, which warns in the middle of a fork's output: gRPC sets SO_KEEPALIVE, which Unix domain sockets
     * do not support. The field keeps the logger, because a logger without a reference loses its level.
     */
    private static final Logger OPTIONS = Logger.getLogger("io.netty.bootstrap");

    /**
     * Netty's logger, which warns in a container without a network: netty takes random bytes for a hardware address
     * there.
     */
    private static final Logger HARDWARE_ADDRESS = Logger.getLogger("io.netty.util.internal.MacAddressUtil");

    /** The beginning of a Unix domain socket's address as text, as in gRPC's target names. */
    private static final String UNIX = "unix:";

    private static final Pattern HOST_AND_PORT =
            Pattern.compile("\\[?(?<host>[^\\[\\]:/]+|[\\p{XDigit}:.]+(%[\\w.-]+)?)]?:(?<port>\\d{1,5})");
    private static final int HIGHEST_PORT = 65_535;

    static {
        HARDWARE_ADDRESS.setLevel(Level.SEVERE);
    }

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
     * Makes one side's event loops: a group of one thread, or null when the transport needs none.
     *
     * @throws UnsupportedOperationException when this machine lacks the transport
     */
    public EventLoopGroup open(String threadName) {
        return loops.apply(threadName);
    }

    /**
     * Ends event loops, which may be null.
     *
     * @throws IllegalStateException when they did not end within 10 s
     */
    public static void end(EventLoopGroup loops) {
        if (loops != null) {
            letNettyEndWithTheJvm();
            loops.shutdownGracefully(0, Opened.PATIENCE_SECONDS, TimeUnit.SECONDS);
            Opened.await("event loops", loops::awaitTermination);
        }
    }

    /**
     * Makes the thread a daemon on which netty announces the end of event loops: it lingers for a second, so each JVM
     * would end a second later. Nothing public does that. The private field was last seen in netty 4.2.17; in a netty
     * without it every fork takes that second.
     */
    private static void letNettyEndWithTheJvm() {
        try {
            Field field = GlobalEventExecutor.class.getDeclaredField("threadFactory");
            field.setAccessible(true);
            field.set(GlobalEventExecutor.INSTANCE, new DefaultThreadFactory(GlobalEventExecutor.class, true));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return; // the JVM ends a second later
        }
    }

    /** @throws UnsupportedOperationException when the transport has no netty channels */
    public Class<? extends ServerChannel> listening() {
        return listening.get();
    }

    /** @throws UnsupportedOperationException when the transport has no netty channels */
    public Class<? extends Channel> connected() {
        return connected.get();
    }

    /** An address on loopback, whose port the kernel chooses, or a path that does not exist yet. */
    public SocketAddress listeningAddress() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    /** A server at an address, or in-process with a name of its own. */
    ServerBuilder<?> server(EventLoopGroup loops, SocketAddress address) {
        return NettyServerBuilder.forAddress(address)
                .bossEventLoopGroup(loops)
                .workerEventLoopGroup(loops)
                .channelType(listening());
    }

    ManagedChannelBuilder<?> channel(SocketAddress server, EventLoopGroup loops) {
        return NettyChannelBuilder.forAddress(server)
                .eventLoopGroup(loops)
                .channelType(connected(), server.getClass())
                .usePlaintext();
    }

    public boolean hasPort() {
        return this != IN_PROCESS && this != UDS;
    }

    /** Host and port, with an IPv6 address in brackets, or {@value #UNIX} and the path. */
    static String text(SocketAddress address) {
        if (address instanceof InetSocketAddress inet) {
            String host =
                    inet.getAddress().getHostAddress().replaceFirst("%.*", ""); // a scope, valid on this host only
            return (host.contains(":") ? "[" + host + "]" : host) + ":" + inet.getPort();
        }
        return UNIX + ((DomainSocketAddress) address).path();
    }

    /**
     * Reads an address that a user names, with an unresolved host: a name or an IP address, which has brackets or none
     * in version 6.
     *
     * @throws IllegalArgumentException with the reason, when the text is no address
     */
    public static SocketAddress parse(String text) {
        if (text.startsWith(UNIX)) {
            return new DomainSocketAddress(text.substring(UNIX.length()));
        }
        Matcher parts = HOST_AND_PORT.matcher(text);
        if (!parts.matches() || Integer.parseInt(parts.group("port")) > HIGHEST_PORT) {
            throw new IllegalArgumentException(text + " is no address such as 192.0.2.1:50051");
        }
        return InetSocketAddress.createUnresolved(parts.group("host"), Integer.parseInt(parts.group("port")));
    }

    /** The inverse of {@link #text(SocketAddress)}. */
    static SocketAddress address(String text) {
        SocketAddress parsed = parse(text);
        return parsed instanceof InetSocketAddress named
                ? new InetSocketAddress(named.getHostString(), named.getPort())
                : parsed;
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
    private static EventLoopGroup openIoUring(String threadName) {
        Class<?> ioUring = ioUring("uring.IoUring", Object.class);
        Class<?> factory = ioUring("IoHandlerFactory", Object.class);
        try {
            if (!(boolean) ioUring.getMethod("isAvailable").invoke(null)) {
                Throwable cause =
                        (Throwable) ioUring.getMethod("unavailabilityCause").invoke(null);
                throw new UnsupportedOperationException("io_uring is not available: " + cause.getMessage());
            }
            Object handlers = ioUring("uring.IoUringIoHandler", Object.class)
                    .getMethod("newFactory")
                    .invoke(null);
            return ioUring("MultiThreadIoEventLoopGroup", EventLoopGroup.class)
                    .getConstructor(int.class, ThreadFactory.class, factory)
                    .newInstance(1, daemons(threadName), handlers);
        } catch (InvocationTargetException e) {
            throw new UnsupportedOperationException("io_uring does not start: " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("netty's io_uring has changed", e);
        }
    }

    private static <C> Class<? extends C> ioUring(String name, Class<C> type) {
        try {
            return Class.forName("io.netty.channel." + name).asSubclass(type);
        } catch (ClassNotFoundException e) {
            throw new UnsupportedOperationException("io_uring needs netty 4.2", e);
        }
    }
}
