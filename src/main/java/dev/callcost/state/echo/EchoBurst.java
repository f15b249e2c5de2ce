package dev.callcost.state.echo;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import dev.callcost.service.proto.EchoServiceGrpc;
import dev.callcost.service.proto.EchoServiceGrpc.EchoServiceFutureStub;
import dev.callcost.service.proto.Message;
import io.grpc.Channel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A round of experiment B: one thread issues many echo calls at once through the future stub and waits for all of them. Unlike the author's program,
 * it detects failed calls and wrong replies.
 */
final class EchoBurst {
    private static final Message REQUEST =
            Message.newBuilder().setContent("Hello").build();

    private final EchoServiceFutureStub client;
    private final Executor callbacks;

    /**
     * @param callbacks runs the futures' listeners
     */
    EchoBurst(Channel channel, Executor callbacks) {
        this.client = EchoServiceGrpc.newFutureStub(channel);
        this.callbacks = callbacks;
    }

    /**
     * @param calls how many calls to issue
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
