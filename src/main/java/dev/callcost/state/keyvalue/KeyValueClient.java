package dev.callcost.state.keyvalue;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import dev.callcost.service.proto.CreateRequest;
import dev.callcost.service.proto.DeleteRequest;
import dev.callcost.service.proto.KeyValueServiceGrpc;
import dev.callcost.service.proto.RetrieveRequest;
import dev.callcost.service.proto.UpdateRequest;
import dev.callcost.state.keyvalue.Workload.Operation;
import dev.callcost.state.keyvalue.Workload.OperationKind;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * Calls operations as the generated stubs do, and counts their ends: OK, ALREADY_EXISTS where two creates of one short
 * key were in flight, NOT_FOUND where a delete overtook a retrieve or an update. Any other status is a failure, of
 * which the first is kept. Thread-safe.
 */
public final class KeyValueClient {
    private final Channel channel;
    private final Workload workload;
    private final Map<Code, LongAdder> counts =
            Map.of(Code.OK, new LongAdder(), Code.ALREADY_EXISTS, new LongAdder(), Code.NOT_FOUND, new LongAdder());
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /** @param workload drew the operations, and is told of the keys that are created */
    public KeyValueClient(Channel channel, Workload workload) {
        this.channel = channel;
        this.workload = workload;
    }

    private record Request<Q, R>(MethodDescriptor<Q, R> method, Q message) {
        static Request<?, ?> of(Operation operation) {
            return switch (operation.kind()) {
                case CREATE ->
                    new Request<>(
                            KeyValueServiceGrpc.getCreateMethod(),
                            CreateRequest.newBuilder()
                                    .setKey(operation.key())
                                    .setValue(operation.value())
                                    .build());
                case RETRIEVE ->
                    new Request<>(
                            KeyValueServiceGrpc.getRetrieveMethod(),
                            RetrieveRequest.newBuilder().setKey(operation.key()).build());
                case UPDATE ->
                    new Request<>(
                            KeyValueServiceGrpc.getUpdateMethod(),
                            UpdateRequest.newBuilder()
                                    .setKey(operation.key())
                                    .setValue(operation.value())
                                    .build());
                case DELETE ->
                    new Request<>(
                            KeyValueServiceGrpc.getDeleteMethod(),
                            DeleteRequest.newBuilder().setKey(operation.key()).build());
            };
        }

        R block(Channel channel) {
            return ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, message);
        }

        ListenableFuture<R> start(Channel channel) {
            return ClientCalls.futureUnaryCall(channel.newCall(method, CallOptions.DEFAULT), message);
        }
    }

    /** Waits until the call has ended and is counted. */
    public void call(Operation operation) {
        try {
            Request.of(operation).block(channel);
            succeeded(operation);
        } catch (StatusRuntimeException e) {
            failed(e);
        }
    }

    /**
     * Returns when the call is sent.
     *
     * @param then runs once, whatever the end, when the call has ended and is counted, on the thread that completed it
     */
    public void start(Operation operation, Runnable then) {
        Futures.addCallback(
                Request.of(operation).start(channel),
                new FutureCallback<Object>() {
                    @Override
                    public void onSuccess(Object response) {
                        succeeded(operation);
                        then.run();
                    }

                    @Override
                    public void onFailure(Throwable failure) {
                        failed(failure);
                        then.run();
                    }
                },
                MoreExecutors.directExecutor());
    }

    private void succeeded(Operation operation) {
        if (operation.kind() == OperationKind.CREATE) {
            workload.created(operation.key());
        }
        counts.get(Code.OK).increment();
    }

    private void failed(Throwable end) {
        LongAdder count = counts.get(Status.fromThrowable(end).getCode());
        if (count == null) {
            failure.compareAndSet(null, end);
        } else {
            count.increment();
        }
    }

    /** The calls so far with this end. */
    public long count(Code end) {
        return counts.get(end).sum();
    }

    /** @throws IllegalStateException when a call failed, with the first failure as its cause */
    public void check() {
        Throwable unexpected = failure.get();
        if (unexpected != null) {
            throw new IllegalStateException("a call to the key-value service failed", unexpected);
        }
    }
}
