package dev.callcost.service;

import dev.callcost.service.proto.EchoServiceGrpc.EchoServiceImplBase;
import dev.callcost.service.proto.Message;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The echo service on a loopback port of the kernel's choice; it counts calls, and fails some when asked to. */
final class CountingEchoServer extends EchoServiceImplBase implements AutoCloseable {
    private final EchoHandlers handlers = new EchoHandlers();
    private final AtomicInteger calls = new AtomicInteger();
    private final int failEvery;
    private final Server server;
    private final String address;

    /** @param failEvery n: the n-th call fails, the 2n-th, and so on */
    CountingEchoServer(int failEvery) throws IOException {
        this.failEvery = failEvery;
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService(this)
                .build()
                .start();
        address = "127.0.0.1:" + server.getPort();
    }

    CountingEchoServer() throws IOException {
        this(Integer.MAX_VALUE);
    }

    @Override
    public void echo(Message request, StreamObserver<Message> replies) {
        if (calls.incrementAndGet() % failEvery == 0) {
            replies.onError(Status.RESOURCE_EXHAUSTED.withDescription("planted").asRuntimeException());
        } else {
            handlers.echo(request, replies);
        }
    }

    /** Where it listens, or listened. */
    String address() {
        return address;
    }

    int calls() {
        return calls.get();
    }

    @Override
    public void close() throws InterruptedException {
        if (!server.shutdownNow().awaitTermination(10, TimeUnit.SECONDS)) {
            throw new AssertionError("the echo server does not end");
        }
    }
}
