package dev.callcost.transport;

import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.UUID;

/**
 * How gRPC's bytes travel between client and server. Channel type and event loops are always set: left alone, grpc-netty takes
 * epoll wherever it can. Each side has one event loop thread.
 *
 * <p>The event loop groups are the ones that exist in netty 4.1 and 4.2 alike.
 */
@SuppressWarnings("deprecation")
public enum Transport {
    /**
     * gRPC's in-process transport: no socket and no HTTP/2. It hands protobuf messages over as they are, without serializing;
     * other marshallers serialize.
     */
    IN_PROCESS {
        @Override
        public EventLoopGroup open(String threadName) {
            return null;
        }

        @Override
        public ServerBuilder<?> server(EventLoopGroup loops, int port) {
            return InProcessServerBuilder.forName("callcost-" + UUID.randomUUID());
        }

        @Override
        public ManagedChannelBuilder<?> channel(SocketAddress server, EventLoopGroup loops) {
            return InProcessChannelBuilder.forAddress(server);
        }
    },
    /** Loopback TCP over java.nio, what plain grpc-netty gives everywhere: the base cell. */
    NIO {
        @Override
        public EventLoopGroup open(String threadName) {
            return new NioEventLoopGroup(1, new DefaultThreadFactory(threadName, true));
        }

        @Override
        public ServerBuilder<?> server(EventLoopGroup loops, int port) {
            return nettyServer(loops, port, NioServerSocketChannel.class);
        }

        @Override
        public ManagedChannelBuilder<?> channel(SocketAddress server, EventLoopGroup loops) {
            return nettyChannel(server, loops, NioSocketChannel.class);
        }
    },
    /** Loopback TCP over netty's native epoll (Linux). */
    EPOLL {
        @Override
        public EventLoopGroup open(String threadName) {
            if (!Epoll.isAvailable()) {
                throw new UnsupportedOperationException(
                        "epoll is not available: " + Epoll.unavailabilityCause().getMessage());
            }
            return new EpollEventLoopGroup(1, new DefaultThreadFactory(threadName, true));
        }

        @Override
        public ServerBuilder<?> server(EventLoopGroup loops, int port) {
            return nettyServer(loops, port, EpollServerSocketChannel.class);
        }

        @Override
        public ManagedChannelBuilder<?> channel(SocketAddress server, EventLoopGroup loops) {
            return nettyChannel(server, loops, EpollSocketChannel.class);
        }
    };

    /**
     * Makes one side's event loops.
     *
     * @param threadName what the names of the threads begin with
     * @return a group of one thread, or null when the transport needs none
     * @throws UnsupportedOperationException when this machine does not have the transport
     */
    public abstract EventLoopGroup open(String threadName);

    /**
     * A server that will listen on loopback, or on a name of its own.
     *
     * @param loops its event loops, from {@link #open(String)}
     * @param port the TCP port, 0 for one that the kernel chooses; in-process has none
     */
    public abstract ServerBuilder<?> server(EventLoopGroup loops, int port);

    /**
     * A channel to a server that was started.
     *
     * @param server where it listens
     * @param loops the channel's own event loops, from {@link #open(String)}
     */
    public abstract ManagedChannelBuilder<?> channel(SocketAddress server, EventLoopGroup loops);

    private static ServerBuilder<?> nettyServer(EventLoopGroup loops, int port, Class<? extends ServerChannel> type) {
        return NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .bossEventLoopGroup(loops)
                .workerEventLoopGroup(loops)
                .channelType(type);
    }

    private static ManagedChannelBuilder<?> nettyChannel(
            SocketAddress server, EventLoopGroup loops, Class<? extends SocketChannel> type) {
        return NettyChannelBuilder.forAddress(server)
                .eventLoopGroup(loops)
                .channelType(type)
                .usePlaintext();
    }
}
