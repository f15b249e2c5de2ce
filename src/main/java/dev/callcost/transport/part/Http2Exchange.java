package dev.callcost.transport.part;

import static io.netty.util.AsciiString.cached;

import dev.callcost.transport.CallService;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Transport;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2ChannelDuplexHandler;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2LocalFlowController;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.AsciiString;

/**
 * The frames of a unary gRPC call by netty's codec: HEADERS and DATA there, HEADERS, DATA and HEADERS back. Each call
 * has a stream of its own. Header fields and flow-control window are gRPC's (grpc's document PROTOCOL-HTTP2).
 */
final class Http2Exchange extends NettyExchange {
    private static final AsciiString GRPC = cached("application/grpc");
    private static final AsciiString CONTENT_TYPE = cached("content-type");
    private static final Http2Headers REQUEST = new DefaultHttp2Headers()
            .method(cached("POST"))
            .scheme(cached("http"))
            .path(cached("/" + CallService.NAME + "/call"))
            .authority(cached("localhost"))
            .add(CONTENT_TYPE, GRPC)
            .add(cached("te"), cached("trailers"))
            .add(cached("user-agent"), cached("grpc-java-netty"))
            .add(cached("grpc-accept-encoding"), cached("gzip"));
    private static final Http2Headers RESPONSE = new DefaultHttp2Headers()
            .status(cached("200"))
            .add(CONTENT_TYPE, GRPC)
            .add(cached("grpc-accept-encoding"), cached("gzip"));
    private static final Http2Headers TRAILERS = new DefaultHttp2Headers().add(cached("grpc-status"), cached("0"));

    Http2Exchange(Transport transport, Pinning pinning) throws InterruptedException {
        super(transport, pinning);
    }

    private static Http2FrameCodec codec(Http2FrameCodecBuilder builder) {
        return builder.initialSettings(Http2Settings.defaultSettings()
                        .initialWindowSize(NettyChannelBuilder.DEFAULT_FLOW_CONTROL_WINDOW))
                .build();
    }

    /** Makes the connection's window as large as a stream's; no HTTP/2 setting does. */
    private static void widen(Http2FrameCodec codec) {
        Http2Connection connection = codec.connection();
        Http2LocalFlowController flow = connection.local().flowController();
        try {
            flow.incrementWindowSize(
                    connection.connectionStream(),
                    NettyChannelBuilder.DEFAULT_FLOW_CONTROL_WINDOW - flow.windowSize(connection.connectionStream()));
        } catch (Http2Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the bytes of a DATA frame to the flow-control window. */
    private static void consumed(ChannelHandlerContext context, Http2DataFrame data) {
        context.write(new DefaultHttp2WindowUpdateFrame(data.initialFlowControlledBytes()).stream(data.stream()));
    }

    @Override
    void serve(Channel channel) {
        Http2FrameCodec codec = codec(Http2FrameCodecBuilder.forServer());
        channel.pipeline().addLast(codec, new ChannelInboundHandlerAdapter() {
            @Override
            public void channelActive(ChannelHandlerContext context) {
                widen(codec);
            }

            @Override
            public void channelRead(ChannelHandlerContext context, Object frame) {
                if (frame instanceof Http2DataFrame data) {
                    Http2FrameStream stream = data.stream();
                    ByteBuf bytes = context.alloc().ioBuffer(CallBytes.LENGTH).writeBytes(data.content());
                    CallBytes.answer(bytes.nioBuffer());
                    context.write(new DefaultHttp2HeadersFrame(RESPONSE).stream(stream));
                    context.write(new DefaultHttp2DataFrame(bytes).stream(stream));
                    context.write(new DefaultHttp2HeadersFrame(TRAILERS, true).stream(stream));
                    consumed(context, data);
                    data.release();
                }
            }

            @Override
            public void channelReadComplete(ChannelHandlerContext context) {
                context.flush();
            }
        });
    }

    @Override
    void receive(Channel channel, Reply to) {
        Http2FrameCodec codec = codec(Http2FrameCodecBuilder.forClient());
        channel.pipeline().addLast(codec, new Calling(codec, to));
    }

    @Override
    void send(Channel channel, int k, int i) {
        Calling calling = channel.pipeline().get(Calling.class);
        channel.eventLoop().execute(() -> calling.send(k, i));
    }

    /** The client's end, in its event loop. */
    private static final class Calling extends Http2ChannelDuplexHandler {
        private final Http2FrameCodec codec;
        private final Reply reply;
        private ChannelHandlerContext context;
        private int result;

        Calling(Http2FrameCodec codec, Reply reply) {
            this.codec = codec;
            this.reply = reply;
        }

        @Override
        protected void handlerAdded0(ChannelHandlerContext added) {
            context = added;
        }

        void send(int k, int i) {
            Http2FrameStream stream = newStream();
            ByteBuf bytes = context.alloc().ioBuffer(CallBytes.LENGTH).writeZero(CallBytes.LENGTH);
            CallBytes.putRequest(bytes.nioBuffer(), k, i);
            context.write(new DefaultHttp2HeadersFrame(REQUEST).stream(stream));
            context.writeAndFlush(new DefaultHttp2DataFrame(bytes, true).stream(stream));
        }

        @Override
        public void channelActive(ChannelHandlerContext active) {
            widen(codec);
        }

        @Override
        public void channelRead(ChannelHandlerContext from, Object frame) {
            if (frame instanceof Http2DataFrame data) {
                result = CallBytes.result(data.content().nioBuffer());
                consumed(from, data);
                data.release();
            } else if (frame instanceof Http2HeadersFrame headers && headers.isEndStream()) {
                reply.arrived(result);
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext from) {
            from.flush();
        }

        @Override
        public void channelInactive(ChannelHandlerContext from) {
            reply.failed("the server has closed the connection");
        }
    }
}
