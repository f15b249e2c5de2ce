package dev.callcost.service;

import dev.callcost.service.proto.EchoServiceGrpc.EchoServiceImplBase;
import dev.callcost.service.proto.Message;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The echo service on a loopback port of the kernel's choice; it counts calls. */
final class CountingEchoServer extends EchoServiceImplBase implements AutoCloseable {
    private final EchoHandlers handlers = new EchoHandlers();
    private final AtomicInteger calls = new AtomicInteger();
    private final Server server = NettyServerBuilder.forAddress(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(this)
            .directExecutor() // gRPC's pool would run on in other tests, whose threads are pinned
            .build()
            .start();

    CountingEchoServer() throws IOException {}

    @Override
    public void echo(Message request, StreamObserver<Message> replies) {
        calls.incrementAndGet();
        handlers.echo(request, replies);
    }

    String address() {
        return "127.0.0.1:" + server.getPort();
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
