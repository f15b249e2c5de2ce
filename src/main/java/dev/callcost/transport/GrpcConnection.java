package dev.callcost.transport;

import dev.callcost.service.CallFunction;
import dev.callcost.transport.Pinning.ConnectionSide;
import dev.callcost.wireformat.CallFormat;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Grpc;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLSession;

/**
 * A client of the call service with its server: a running and verified {@link GrpcCell}.
 *
 * @param <M> the wire format's message
 */
public final class GrpcConnection<M> extends GrpcLink {
    private static final long SEED = 20070206;

    /** A flag and the length before each message. */
    private static final int MESSAGE_HEADER = 5;

    private final GrpcCell cell;
    private final CallFormat<M> format;
    private final String payload;
    private final long[] longs;
    private final MethodDescriptor<M, M> method;
    private final Stub.Caller<M> caller;

    /** See {@link GrpcCell#open(Runnable)} and {@link GrpcCell#openScout()}. */
    GrpcConnection(GrpcCell cell, CallFormat<M> format, Runnable work, int window) {
        this(cell, format, new CallService<>(format, cell.pinning()), work, window);
    }

    private GrpcConnection(GrpcCell cell, CallFormat<M> format, CallService<M> service, Runnable work, int window) {
        super(cell, () -> List.of(service.service(work)), window);
        this.cell = cell;
        this.format = format;
        this.payload = "x".repeat(cell.payload());
        this.longs = new SplittableRandom(SEED).longs(cell.longs()).toArray();
        this.method = service.call();
        this.caller = cell.stub().open(channel(), method, service.stream());
        step(() -> verify(service.probe()));
    }

    /** Calls the server to check that each part of the cell runs as named. */
    private Void verify(MethodDescriptor<M, M> probe) {
        M probed = ClientCalls.blockingUnaryCall(channel(), probe, CallOptions.DEFAULT, format.message(0, 0, ""));
        expect("the answer", CallFunction.apply(40, 9), call(40, 9));
        M echo = invoke(format.message(1, 2, payload, longs));
        expect("the echoed payload", payload, format.text(echo));
        expect("the echoed longs", Arrays.hashCode(longs), Arrays.hashCode(format.longs(echo)));
        String[] handler = format.text(probed).split(",", 2);
        expectRan("server", cell.handlers(), handler[0], GrpcEnd.serverCalls(cell.pinning()));
        expectCpus(cell.pinning(), handler[1]);
        ClientCall<M, M> call = channel().newCall(method, CallOptions.DEFAULT);
        String[] callback = callbackThread(call).split(",", 2);
        expectRan("client", cell.client(), callback[0], GrpcEnd.clientCalls(cell.pinning()));
        expect("the CPUs of the client's callback", cell.pinning().cpu(ConnectionSide.CLIENT), callback[1]);
        SocketAddress remote = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        expect("the channel's remote address", address(), remote);
        facts.put("remote", remote.getClass().getSimpleName());
        SSLSession tls = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
        expect("whether bytes are encrypted", cell.security().isTls(), tls != null);
        if (tls != null) {
            String engine = tls.getClass().getSimpleName();
            facts.put("tls", tls.getProtocol() + " " + tls.getCipherSuite() + ", " + engine);
        }
        facts.put("wireFormat", format.getClass().getSimpleName());
        facts.put("stub", cell.stub().name());
        return null;
    }

    private void expectRan(String side, CallExecutor executor, String thread, SideThreads threads) {
        if (!executor.ran(thread, threads)) {
            throw new IllegalStateException(
                    "the " + side + "'s executor was to be " + executor + ", but its callback ran on " + thread);
        }
        facts.put(side + "Executor", executor + " on " + thread);
    }

    /** The thread on which a call's reply arrives, as {@link Pinning#currentThread} names it. */
    private String callbackThread(ClientCall<M, M> call) {
        CompletableFuture<String> thread = new CompletableFuture<>();
        ClientCalls.asyncUnaryCall(call, format.message(1, 2, ""), new StreamObserver<>() {
            @Override
            public void onNext(M reply) {
                thread.complete(cell.pinning().currentThread());
            }

            @Override
            public void onError(Throwable failure) {
                thread.completeExceptionally(failure);
            }

            @Override
            public void onCompleted() {
                // onNext has completed it
            }
        });
        return thread.join();
    }

    /**
     * One call of {@link CallFunction#apply(int, int)}: request made, sent, answered, received.
     *
     * @throws IllegalStateException when a future call failed
     */
    public int call(int k, int i) {
        return call(k, i, payload, longs);
    }

    /** As {@link #call(int, int)}, with another text and other numbers, which must not change afterwards. */
    public int call(int k, int i, String text, long[] numbers) {
        return format.k(invoke(format.message(k, i, text, numbers)));
    }

    private M invoke(M request) {
        try {
            return caller.call(request);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the call failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the reply", e);
        }
    }

    /** Sends calls without waiting. */
    @FunctionalInterface
    public interface Sender {
        /** Sends a {@link #call(int, int)}, whose receiver gets its end on the channel's executor. */
        void send(int k, int i, Receiver receiver);
    }

    /** Gets the end of a call, by one of its methods. */
    public interface Receiver {
        void answered(int answer);

        void failed(Throwable failure);
    }

    public Sender sender() {
        return sender(channel());
    }

    /** Sends over another connection to the same server, with event loops of its own. It ends with this one. */
    public Sender another() {
        return sender(part(GrpcEnd.channel(cell, address())).get());
    }

    private Sender sender(Channel channel) {
        return (k, i, receiver) -> ClientCalls.asyncUnaryCall(
                channel.newCall(method, CallOptions.DEFAULT),
                format.message(k, i, payload, longs),
                new StreamObserver<>() {
                    private M reply;

                    @Override
                    public void onNext(M message) {
                        reply = message;
                    }

                    @Override
                    public void onError(Throwable failure) {
                        receiver.failed(failure);
                    }

                    @Override
                    public void onCompleted() {
                        receiver.answered(format.k(reply));
                    }
                });
    }

    /**
     * The number of calls after which each end of a measured connection has sent its second WINDOW_UPDATE; 0 without
     * HTTP/2. Netty sends one when half of the window of 1 MiB has been received (RFC 9113, 6.9;
     * io.netty.handler.codec.http2.DefaultHttp2LocalFlowController). Requests and replies are equally long, but for a
     * number of variable length.
     */
    public long callsToSecondWindowUpdate() {
        if (cell.transport() == Transport.IN_PROCESS) {
            return 0;
        }
        try (InputStream bytes = format.marshaller().stream(format.message(1, 2, payload, longs))) {
            int message = MESSAGE_HEADER + bytes.readAllBytes().length;
            return 2 * (GrpcEnd.WINDOW / 2 / message + 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
