package dev.callcost.transport.target;

import com.google.protobuf.Any;
import com.google.protobuf.StringValue;
import io.grpc.BindableService;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.StreamObserver;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.example.stranger.CourierGrpc;
import org.example.stranger.GreeterGrpc;
import org.example.stranger.HelloReply;
import org.example.stranger.HelloRequest;
import org.example.stranger.Parcel;

/** A server of a service that is not this suite's, on loopback. */
@SuppressWarnings("deprecation") // reflection v1alpha, and event loops of netty 4.1
final class Stranger implements AutoCloseable {
    /** The services that make a server describe itself. */
    enum Reflection {
        NONE,
        V1,
        V1_ALPHA,
        BOTH,
        /** V1 that ends each stream without an answer. */
        SILENT;

        private void addTo(NettyServerBuilder server) {
            if (this == V1 || this == BOTH) {
                server.addService(ProtoReflectionServiceV1.newInstance());
            }
            if (this == SILENT) {
                server.addService(new ServerReflectionGrpc.ServerReflectionImplBase() {
                    @Override
                    public StreamObserver<ServerReflectionRequest> serverReflectionInfo(
                            StreamObserver<ServerReflectionResponse> answers) {
                        answers.onCompleted();
                        return new StreamObserver<>() {
                            @Override
                            public void onNext(ServerReflectionRequest request) {
                                // no answer
                            }

                            @Override
                            public void onError(Throwable failure) {
                                // the client has gone
                            }

                            @Override
                            public void onCompleted() {
                                // ended before
                            }
                        };
                    }
                });
            }
            if (this == V1_ALPHA || this == BOTH) {
                server.addService(ProtoReflectionService.newInstance());
            }
        }
    }

    /** A request with this name is never answered. */
    static final String SILENCE = "silence";

    /** A request with this name is refused. */
    static final String REFUSED = "nobody";

    /** A parcel with this name comes back with a message of a file that it does not import. */
    static final String LABELLED = "labelled";

    /** All metadata received, as text, by the full name of the method. */
    final Map<String, ConcurrentLinkedQueue<Metadata>> received = new ConcurrentHashMap<>();

    /** Its own: gRPC's pool would run on in other tests, whose threads are pinned. */
    private final ExecutorService threads = Executors.newCachedThreadPool(new DefaultThreadFactory("stranger", true));

    private final EventLoopGroup loops;
    private final Server server;
    private final int port;

    private Stranger(NettyServerBuilder builder, EventLoopGroup loops, Reflection reflection, Consumer<String> work)
            throws IOException {
        this.loops = loops;
        reflection.addTo(builder);
        for (BindableService service : new BindableService[] {new Greeter(work), new Courier()}) {
            builder.addService(service);
        }
        server = builder.executor(threads).intercept(new Recorder()).build().start();
        port = server.getPort();
    }

    static Stranger start(Reflection reflection) throws IOException {
        return start(reflection, name -> {}, builder -> {});
    }

    /** @param work what the handler of SayHello does with the name before it answers */
    static Stranger start(Consumer<String> work) throws IOException {
        return start(Reflection.V1, work, builder -> {});
    }

    static Stranger start(Reflection reflection, Consumer<String> work, Consumer<NettyServerBuilder> adapt)
            throws IOException {
        NettyServerBuilder builder = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0));
        adapt.accept(builder);
        return new Stranger(builder, null, reflection, work);
    }

    static Stranger onSocket(Path socket) throws IOException {
        EventLoopGroup loops = new EpollEventLoopGroup(1);
        NettyServerBuilder builder = NettyServerBuilder.forAddress(new DomainSocketAddress(socket.toString()))
                .bossEventLoopGroup(loops)
                .workerEventLoopGroup(loops)
                .channelType(EpollServerDomainSocketChannel.class);
        return new Stranger(builder, loops, Reflection.V1, name -> {});
    }

    int port() {
        return port;
    }

    String address() {
        return "127.0.0.1:" + port();
    }

    @Override
    public void close() throws InterruptedException {
        server.shutdownNow().awaitTermination();
        threads.shutdown();
        if (loops != null) {
            loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).await();
        }
    }

    private final class Recorder implements ServerInterceptor {
        @Override
        public <Q, R> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
            received.computeIfAbsent(
                            call.getMethodDescriptor().getFullMethodName(), name -> new ConcurrentLinkedQueue<>())
                    .add(headers);
            return next.startCall(call, headers);
        }
    }

    private static final class Greeter extends GreeterGrpc.GreeterImplBase {
        private final Consumer<String> work;

        Greeter(Consumer<String> work) {
            this.work = work;
        }

        @Override
        public void sayHello(HelloRequest request, StreamObserver<HelloReply> reply) {
            if (request.getName().equals(SILENCE)) {
                return;
            }
            if (request.getName().equals(REFUSED)) {
                reply.onError(Status.PERMISSION_DENIED
                        .withDescription("no greeting for " + REFUSED + "\nnor for others")
                        .asRuntimeException());
                return;
            }
            try {
                work.accept(request.getName());
            } catch (StatusRuntimeException e) {
                reply.onError(e);
                return;
            }
            reply.onNext(HelloReply.newBuilder()
                    .setMessage("Hello " + request.getName())
                    .build());
            reply.onCompleted();
        }
    }

    private static final class Courier extends CourierGrpc.CourierImplBase {
        @Override
        public void deliver(Parcel request, StreamObserver<Parcel> reply) {
            reply.onNext(
                    request.getName().equals(LABELLED)
                            ? Parcel.newBuilder()
                                    .setExtra(Any.pack(StringValue.of("label")))
                                    .build()
                            : request);
            reply.onCompleted();
        }
    }
}
