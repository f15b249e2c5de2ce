package dev.callcost.transport.part;

import dev.callcost.transport.Opened;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Pinning.ConnectionSide;
import dev.callcost.transport.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.FixedLengthFrameDecoder;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Netty at both ends, with an event loop each. The pipeline cuts bytes into messages; its handler answers, or wakes the
 * caller.
 */
class NettyExchange implements RoundTrip.Way {
    private final Reply reply = new Reply();
    private final EventLoopGroup serverLoops;
    private final EventLoopGroup clientLoops;
    private Channel listener;
    private Channel client;
    private volatile String answerer = "nobody,";

    /**
     * Starts the server on its CPUs and connects from the client's.
     *
     * @throws UnsupportedOperationException when this machine does not have the transport
     */
    NettyExchange(Transport transport, Pinning pinning) throws InterruptedException {
        serverLoops = transport.open(Opened.THREADS + "server-io");
        clientLoops = transport.open(Opened.THREADS + "client-io");
        try {
            listener = new ServerBootstrap()
                    .group(serverLoops)
                    .channel(transport.listening())
                    .childHandler(initializer(channel -> {
                        answerer = pinning.currentThread();
                        serve(channel);
                    }))
                    .bind(transport.listeningAddress())
                    .sync()
                    .channel();
            pinning.pin(ConnectionSide.CLIENT); // inherited by the event loop's thread
            client = new Bootstrap()
                    .group(clientLoops)
                    .channel(transport.connected())
                    .handler(initializer(channel -> receive(channel, reply)))
                    .connect(listener.localAddress())
                    .sync()
                    .channel();
        } catch (InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static ChannelInitializer<Channel> initializer(Consumer<Channel> setting) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                setting.accept(channel);
            }
        };
    }

    /** Fills the pipeline of a server's channel. */
    void serve(Channel channel) {
        channel.pipeline().addLast(new FixedLengthFrameDecoder(CallBytes.LENGTH), new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object message) {
                ByteBuf bytes = (ByteBuf) message;
                CallBytes.answer(bytes.nioBuffer());
                context.writeAndFlush(bytes, context.voidPromise());
            }
        });
    }

    /** Fills the pipeline of the client's channel. */
    void receive(Channel channel, Reply to) {
        channel.pipeline().addLast(new FixedLengthFrameDecoder(CallBytes.LENGTH), new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object message) {
                ByteBuf bytes = (ByteBuf) message;
                to.arrived(CallBytes.result(bytes.nioBuffer()));
                bytes.release();
            }

            @Override
            public void channelInactive(ChannelHandlerContext context) {
                to.failed("the server has closed the connection");
            }
        });
    }

    /** Sends a request from the caller's thread. */
    void send(Channel channel, int k, int i) {
        ByteBuf bytes = channel.alloc().ioBuffer(CallBytes.LENGTH).writeZero(CallBytes.LENGTH);
        CallBytes.putRequest(bytes.nioBuffer(), k, i);
        channel.writeAndFlush(bytes, channel.voidPromise());
    }

    @Override
    public final int call(int k, int i) {
        reply.expect();
        send(client, k, i);
        return reply.await();
    }

    @Override
    public final String answerer() {
        return answerer;
    }

    @Override
    public final Map<String, String> facts() {
        return Map.of(
                "remote", client.remoteAddress().getClass().getSimpleName(),
                "channel", client.getClass().getSimpleName());
    }

    @Override
    public final void close() {
        if (client != null) {
            client.close().awaitUninterruptibly();
        }
        if (listener != null) {
            listener.close().awaitUninterruptibly();
        }
        Transport.end(clientLoops);
        Transport.end(serverLoops);
    }

    /** Passes an answer from an event loop to a parked caller through a field, as gRPC's blocking stub does. */
    static final class Reply {
        private Thread caller;
        private int result;
        private String failure;
        private volatile boolean waiting;

        /** Called by the caller before it sends. */
        private void expect() {
            caller = Thread.currentThread();
            waiting = true;
        }

        private int await() {
            while (waiting) {
                LockSupport.park(this);
            }
            if (failure != null) {
                throw new IllegalStateException(failure);
            }
            return result;
        }

        /** Called by the event loop. */
        void arrived(int value) {
            result = value;
            end();
        }

        /** Called by the event loop when no answer will come. */
        void failed(String why) {
            failure = why;
            if (waiting) {
                end();
            }
        }

        private void end() {
            Thread waiter = caller;
            waiting = false;
            LockSupport.unpark(waiter);
        }
    }
}
