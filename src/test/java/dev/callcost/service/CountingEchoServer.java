package dev.callcost.service;

import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The echo service on a loopback port of the kernel's choice; it counts calls, and fails some when asked to. */
final class CountingEchoServer implements AutoCloseable {
    private final AtomicInteger calls = new AtomicInteger();
    private final Server server;
    private final String address;

    CountingEchoServer() throws IOException {
        this(Integer.MAX_VALUE);
    }

    /** @param failEvery n: the n-th call fails, the 2n-th, and so on */
    CountingEchoServer(int failEvery) throws IOException {
        ServerInterceptor interceptor = new ServerInterceptor() {
            @Override
            public <Q, R> ServerCall.Listener<Q> interceptCall(
                    ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
                if (calls.incrementAndGet() % failEvery == 0) {
                    call.close(Status.RESOURCE_EXHAUSTED.withDescription("planted"), new Metadata());
                    return new ServerCall.Listener<>() {};
                }
                return next.startCall(call, headers);
            }
        };
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService(ServerInterceptors.intercept(new EchoHandlers(), interceptor))
                .build()
                .start();
        address = "127.0.0.1:" + server.getPort();
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
