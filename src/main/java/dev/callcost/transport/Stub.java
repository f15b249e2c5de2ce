package dev.callcost.transport;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** How the client makes a call and waits for its reply. */
public enum Stub {
    /** As a generated blocking stub does: the caller itself runs the callbacks of its call while it waits. */
    BLOCKING {
        @Override
        <M> Caller<M> open(Channel channel, MethodDescriptor<M, M> unary, MethodDescriptor<M, M> streaming) {
            return request -> ClientCalls.blockingUnaryCall(channel, unary, CallOptions.DEFAULT, request);
        }
    },
    /** As a generated future stub does: the channel's executor completes the future, and the caller waits for that. */
    FUTURE {
        @Override
        <M> Caller<M> open(Channel channel, MethodDescriptor<M, M> unary, MethodDescriptor<M, M> streaming) {
            return request -> ClientCalls.futureUnaryCall(channel.newCall(unary, CallOptions.DEFAULT), request)
                    .get();
        }
    },
    /** As a generated asynchronous stub does: an observer has the reply on the channel's executor, and here gives it to the caller, who waits. */
    ASYNC {
        @Override
        <M> Caller<M> open(Channel channel, MethodDescriptor<M, M> unary, MethodDescriptor<M, M> streaming) {
            return request -> {
                Reply<M> reply = new Reply<>();
                ClientCalls.asyncUnaryCall(channel.newCall(unary, CallOptions.DEFAULT), request, reply);
                return reply.value.get();
            };
        }
    },
    /** One bidirectional stream a calling thread, with a message there and one back for each call: no new HTTP/2 stream, no headers. */
    STREAM {
        @Override
        <M> Caller<M> open(Channel channel, MethodDescriptor<M, M> unary, MethodDescriptor<M, M> streaming) {
            ThreadLocal<Conversation<M>> conversations =
                    ThreadLocal.withInitial(() -> new Conversation<>(channel, streaming));
            return request -> conversations.get().call(request);
        }
    };

    /**
     * Makes calls, one at a time for each thread.
     *
     * @param <M> the message
     */
    @FunctionalInterface
    interface Caller<M> {
        /**
         * Calls and waits for the reply.
         *
         * @throws ExecutionException when the call failed, with the status
         */
        M call(M request) throws ExecutionException, InterruptedException;
    }

    /**
     * Prepares for calls on a channel; what it opens ends with the channel.
     *
     * @param unary the method, a call for each request
     * @param streaming the same with all requests in one call
     */
    abstract <M> Caller<M> open(Channel channel, MethodDescriptor<M, M> unary, MethodDescriptor<M, M> streaming);

    /** Takes one reply. */
    private static final class Reply<M> implements StreamObserver<M> {
        private final CompletableFuture<M> value = new CompletableFuture<>();

        @Override
        public void onNext(M reply) {
            value.complete(reply);
        }

        @Override
        public void onError(Throwable failure) {
            value.completeExceptionally(failure);
        }

        @Override
        public void onCompleted() {
            // the reply said it already
        }
    }

    /** A stream that stays open: each message is answered before the next is sent. */
    private static final class Conversation<M> implements StreamObserver<M> {
        private final StreamObserver<M> requests;
        private volatile CompletableFuture<M> next = new CompletableFuture<>();
        private volatile Throwable end;

        Conversation(Channel channel, MethodDescriptor<M, M> streaming) {
            requests = ClientCalls.asyncBidiStreamingCall(channel.newCall(streaming, CallOptions.DEFAULT), this);
        }

        M call(M request) throws ExecutionException, InterruptedException {
            CompletableFuture<M> reply = new CompletableFuture<>();
            next = reply;
            if (end != null) { // whoever ends it after this sees the reply that is waited for
                throw new ExecutionException(end);
            }
            requests.onNext(request);
            return reply.get();
        }

        @Override
        public void onNext(M reply) {
            next.complete(reply);
        }

        @Override
        public void onError(Throwable failure) {
            end = failure;
            next.completeExceptionally(failure);
        }

        @Override
        public void onCompleted() {
            onError(new IllegalStateException("the server has ended the stream"));
        }
    }
}
