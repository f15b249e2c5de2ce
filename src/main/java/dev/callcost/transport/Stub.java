package dev.callcost.transport;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import java.util.concurrent.ExecutionException;

/** How the client waits for a unary reply. */
public enum Stub {
    /** As a generated blocking stub does: the caller itself runs the callbacks of its call while it waits. */
    BLOCKING {
        @Override
        <M> M call(Channel channel, MethodDescriptor<M, M> method, M request) {
            return ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, request);
        }
    },
    /** As a generated future stub does: the channel's executor completes the future, and the caller waits for that. */
    FUTURE {
        @Override
        <M> M call(Channel channel, MethodDescriptor<M, M> method, M request)
                throws ExecutionException, InterruptedException {
            return ClientCalls.futureUnaryCall(channel.newCall(method, CallOptions.DEFAULT), request)
                    .get();
        }
    };

    abstract <M> M call(Channel channel, MethodDescriptor<M, M> method, M request)
            throws ExecutionException, InterruptedException;
}
