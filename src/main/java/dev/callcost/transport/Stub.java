package dev.callcost.transport;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** How the client calls and waits for the reply. */
public enum Stub {
    /** Like a generated blocking stub: the waiting caller runs the callbacks of its call. */
    BLOCKING,
    /** Like a generated future stub: the channel's executor completes the future that the caller waits for. */
    FUTURE,
    /**
     * One bidirectional stream for each calling thread. A call is a message each way, without a new HTTP/2 stream and
     * headers.
     */
    STREAM;

    /** Makes calls, one at a time in each thread. */
    interface Caller<M> {
        /** @throws ExecutionException with the status, when the call failed */
        M call(M request) throws ExecutionException, InterruptedException;
    }

    /**
     * Prepares calls on a channel, by the method with a call for each request or that with all in one. What it opens
     * ends with the channel.
     */
    <M> Caller<M> open(Channel channel, MethodDescriptor<M, M> unary, MethodDescriptor<M, M> streaming) {
        return switch (this) {
            case BLOCKING -> request -> ClientCalls.blockingUnaryCall(channel, unary, CallOptions.DEFAULT, request);
            case FUTURE ->
                request -> ClientCalls.futureUnaryCall(channel.newCall(unary, CallOptions.DEFAULT), request)
                        .get();
            case STREAM -> {
                ThreadLocal<Conversation<M>> conversations =
                        ThreadLocal.withInitial(() -> new Conversation<>(channel, streaming));
                yield request -> conversations.get().call(request);
            }
        };
    }

    /** An open stream, on which each request waits for the reply to the one before. */
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
            if (end != null) { // an end after this check completes the new reply
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
