package dev.callcost.state;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import dev.callcost.service.proto.EchoServiceGrpc;
import dev.callcost.service.proto.EchoServiceGrpc.EchoServiceFutureStub;
import dev.callcost.service.proto.Message;
import dev.callcost.transport.ChildJvm;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.GrpcEnd;
import dev.callcost.transport.Pinning;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A round of experiment B: one thread issues many echo calls at once through the future stub and waits for all of them.
 * Unlike the author's program, it detects failed calls and wrong replies.
 */
final class EchoBurst {
    private static final Message REQUEST =
            Message.newBuilder().setContent("Hello").build();

    private final EchoServiceFutureStub client;
    private final Executor callbacks;

    /** @param callbacks runs the futures' listeners */
    EchoBurst(Channel channel, Executor callbacks) {
        this.client = EchoServiceGrpc.newFutureStub(channel);
        this.callbacks = callbacks;
    }

    /**
     * Warms a server from a JVM of its own, so that the client's JVM and JIT compiler have no part in it.
     *
     * @throws IllegalStateException when calls failed
     */
    static void warm(InetSocketAddress server, int rounds) {
        try (ChildJvm caller =
                ChildJvm.start(EchoBurst.class, Integer.toString(server.getPort()), Integer.toString(rounds))) {
            caller.join();
        }
    }

    /** Calls the server at a loopback port for a number of rounds and ends. */
    public static void main(String... arguments) throws InterruptedException {
        InetSocketAddress server =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
        try (GrpcEnd<ManagedChannel> client = GrpcEnd.channel(GrpcCell.BASE.with(Pinning.FREE), server)) {
            EchoBurst burst = new EchoBurst(client.get(), MoreExecutors.directExecutor());
            for (int left = Integer.parseInt(arguments[1]); left > 0; left--) {
                burst.round(EchoClient.CALLS);
            }
        }
    }

    /**
     * @return how many were answered: all of them
     * @throws IllegalStateException when calls failed; the cause is the first failure
     */
    int round(int calls) throws InterruptedException {
        Replies replies = new Replies(calls);
        for (int n = 0; n < calls; n++) {
            Futures.addCallback(client.echo(REQUEST), replies, callbacks);
        }
        return replies.await();
    }

    private static final class Replies implements FutureCallback<Message> {
        private final int calls;
        private final CountDownLatch open;
        private final AtomicInteger failed = new AtomicInteger();
        private final AtomicReference<Throwable> firstFailure = new AtomicReference<>();

        Replies(int calls) {
            this.calls = calls;
            this.open = new CountDownLatch(calls);
        }

        @Override
        public void onSuccess(Message reply) {
            if (reply.getContent().equals(REQUEST.getContent())) {
                open.countDown();
            } else {
                onFailure(new IllegalStateException("the reply is another message"));
            }
        }

        @Override
        public void onFailure(Throwable failure) {
            failed.incrementAndGet();
            firstFailure.compareAndSet(null, failure);
            open.countDown();
        }

        int await() throws InterruptedException {
            open.await();
            if (failed.get() > 0) {
                throw new IllegalStateException(failed + " of " + calls + " calls failed", firstFailure.get());
            }
            return calls;
        }
    }
}
