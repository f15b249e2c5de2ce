package dev.callcost.transport;

import dev.callcost.service.CallFunction;
import dev.callcost.service.CallService;
import dev.callcost.wireformat.MessageFormat;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Server;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A client with the server that it calls, both in this JVM, made for a {@link GrpcCell}.
 *
 * @param <M> the wire format's message
 */
public final class GrpcConnection<M> implements AutoCloseable {
    private static final String SERVER_IO = Leftovers.THREADS + "server-io";
    private static final String SERVER_CALL = Leftovers.THREADS + "server-call";
    private static final String CLIENT_IO = Leftovers.THREADS + "client-io";
    private static final String CLIENT_CALL = Leftovers.THREADS + "client-call";
    private static final long PATIENCE_SECONDS = 10;

    private final Leftovers leftovers = new Leftovers();
    private final Map<String, String> facts = new LinkedHashMap<>();
    private final GrpcCell cell;
    private final MessageFormat<M> format;
    private final String payload;
    private final MethodDescriptor<M, M> method;
    private EventLoopGroup serverLoops;
    private EventLoopGroup clientLoops;
    private Executor serverExecutor;
    private Executor clientExecutor;
    private Server server;
    private ManagedChannel channel;
    private List<? extends SocketAddress> addresses = List.of();
    private boolean closed;

    private GrpcConnection(GrpcCell cell, MessageFormat<M> format) {
        this.cell = cell;
        this.format = format;
        this.payload = "x".repeat(cell.payload());
        this.method = CallService.call(format.marshaller());
    }

    static <M> GrpcConnection<M> open(GrpcCell cell, MessageFormat<M> format) {
        GrpcConnection<M> connection = new GrpcConnection<>(cell, format);
        try {
            connection.start();
            connection.verify();
            return connection;
        } catch (IOException e) {
            connection.close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private void start() throws IOException {
        facts.put("cpu", cell.pinning().pinCurrentThread());
        serverLoops = cell.transport().open(SERVER_IO);
        clientLoops = cell.transport().open(CLIENT_IO);
        serverExecutor = cell.serverExecutor().open(SERVER_CALL);
        clientExecutor = cell.clientExecutor().open(CLIENT_CALL);
        Marshaller<M> marshaller = format.marshaller();
        server = cell.transport()
                .server(serverLoops)
                .executor(serverExecutor)
                .addService(CallService.bind(marshaller, this::answer, this::probe))
                .build()
                .start();
        addresses = server.getListenSockets();
        channel = cell.transport()
                .channel(server, clientLoops)
                .executor(clientExecutor)
                .build();
    }

    private M answer(M request) {
        int i = format.i(request);
        return format.message(CallFunction.apply(format.k(request), i), i, format.text(request));
    }

    private M probe(M request) {
        return format.message(
                0, 0, Thread.currentThread().getName() + "," + cell.pinning().currentCpus());
    }

    /** Sees to it that what the cell names is what runs, by asking it. */
    private void verify() {
        expect("the answer", CallFunction.apply(40, 9), call(40, 9));
        M echo = invoke(method, format.message(1, 2, payload));
        expect("the echoed payload", payload, format.text(echo));
        MethodDescriptor<M, M> probe = CallService.probe(format.marshaller());
        String[] handler = format.text(invoke(probe, format.message(0, 0, ""))).split(",", 2);
        expectRan("server", cell.serverExecutor(), handler[0], SERVER_CALL);
        expect("the CPUs of the handler's thread", cell.pinning().currentCpus(), handler[1]);
        ClientCall<M, M> call = channel.newCall(method, CallOptions.DEFAULT);
        expectRan("client", cell.clientExecutor(), callbackThread(call), CLIENT_CALL);
        SocketAddress remote = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        expect("the channel's remote address", addresses.get(0), remote);
        facts.put("remote", remote.getClass().getSimpleName());
        if (serverLoops != null) {
            facts.put("eventLoops", serverLoops.getClass().getSimpleName());
        }
        facts.put("wireFormat", format.getClass().getSimpleName());
        facts.put("stub", cell.stub().name());
    }

    private static void expect(String what, Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new IllegalStateException(what + ": expected " + expected + ", was " + actual);
        }
    }

    private void expectRan(String side, CallExecutor executor, String thread, String threadName) {
        if (!executor.ran(thread, threadName)) {
            throw new IllegalStateException(
                    "the " + side + "'s executor was to be " + executor + ", but its callback ran on " + thread);
        }
        facts.put(side + "Executor", executor + " on " + thread);
    }

    private String callbackThread(ClientCall<M, M> call) {
        CompletableFuture<String> thread = new CompletableFuture<>();
        ClientCalls.asyncUnaryCall(call, format.message(1, 2, ""), new StreamObserver<>() {
            @Override
            public void onNext(M reply) {
                thread.complete(Thread.currentThread().getName());
            }

            @Override
            public void onError(Throwable failure) {
                thread.completeExceptionally(failure);
            }

            @Override
            public void onCompleted() {
                // the reply said it already
            }
        });
        return thread.join();
    }

    /**
     * One call: request made, sent, answered, received.
     *
     * @param k the value to start from
     * @param i how many of the function's turns add
     * @return the server's {@link CallFunction#apply(int, int)}
     * @throws IllegalStateException when a future call failed
     */
    public int call(int k, int i) {
        return format.k(invoke(method, format.message(k, i, payload)));
    }

    /** What was seen to run, for the record: cpu, executors with a thread of theirs, remote address, event loops. */
    public Map<String, String> facts() {
        return Collections.unmodifiableMap(facts);
    }

    /**
     * The channel, for calls that are not measured.
     *
     * @return the connected channel
     */
    public Channel channel() {
        return channel;
    }

    private M invoke(MethodDescriptor<M, M> method, M request) {
        try {
            return cell.stub().call(channel, method, request);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the call failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the reply", e);
        }
    }

    /**
     * Stops client and server, and waits until nothing of them is left. A second close does nothing.
     *
     * @throws IllegalStateException naming what did not end
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (channel != null) {
                ended("channel", channel.shutdownNow().awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS));
            }
            if (server != null) {
                ended("server", server.shutdownNow().awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS));
            }
            end(clientExecutor);
            end(serverExecutor);
            end(clientLoops);
            end(serverLoops);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during tear-down", e);
        }
        leftovers.check(addresses);
    }

    private static void end(Executor executor) throws InterruptedException {
        if (executor instanceof EventLoopGroup loops) {
            loops.shutdownGracefully(0, PATIENCE_SECONDS, TimeUnit.SECONDS);
            ended("event loops", loops.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS));
        } else if (executor instanceof ExecutorService service) {
            service.shutdown();
            ended("executor", service.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS));
        }
    }

    private static void ended(String what, boolean inTime) {
        if (!inTime) {
            throw new IllegalStateException("the " + what + " did not end within " + PATIENCE_SECONDS + " s");
        }
    }
}
