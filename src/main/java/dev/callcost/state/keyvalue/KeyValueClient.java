package dev.callcost.state.keyvalue;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.protobuf.MessageLite;
import dev.callcost.service.proto.CreateRequest;
import dev.callcost.service.proto.DeleteRequest;
import dev.callcost.service.proto.KeyValueServiceGrpc;
import dev.callcost.service.proto.KeyValueServiceGrpc.KeyValueServiceBlockingStub;
import dev.callcost.service.proto.KeyValueServiceGrpc.KeyValueServiceFutureStub;
import dev.callcost.service.proto.RetrieveRequest;
import dev.callcost.service.proto.RetrieveResponse;
import dev.callcost.service.proto.UpdateRequest;
import dev.callcost.state.keyvalue.Workload.Kind;
import dev.callcost.state.keyvalue.Workload.Operation;
import dev.callcost.state.keyvalue.Workload.Outcome;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * Calls operations through the generated stubs, and counts their outcomes per method. Everything that is no {@link Outcome} of the operation is a
 * failure: any other status, a refused delete, a retrieved value of no bytes. The first failure is kept.
 *
 * <p>Thread-safe. While calls are in flight, two counts may belong to different moments.
 */
public final class KeyValueClient {
    private final KeyValueServiceBlockingStub blocking;
    private final KeyValueServiceFutureStub future;
    private final Workload workload;
    private final LongAdder[][] counts = new LongAdder[Kind.values().length][Outcome.values().length];
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /** @param workload drew the operations and gets their outcomes */
    public KeyValueClient(Channel channel, Workload workload) {
        this.blocking = KeyValueServiceGrpc.newBlockingStub(channel);
        this.future = KeyValueServiceGrpc.newFutureStub(channel);
        this.workload = workload;
        for (LongAdder[] ofKind : counts) {
            Arrays.setAll(ofKind, n -> new LongAdder());
        }
    }

    /** Calls through the blocking stub until the call has ended and is counted. */
    public void call(Operation operation) {
        try {
            ended(operation, callBlocking(operation));
        } catch (StatusRuntimeException e) {
            failed(operation, e);
        }
    }

    /**
     * Calls through the future stub and returns when the call is sent.
     *
     * @param then runs once, whatever the outcome, when the call has ended and is counted, on the thread that completed it
     */
    public void start(Operation operation, Runnable then) {
        Futures.addCallback(
                callFuture(operation),
                new FutureCallback<MessageLite>() {
                    @Override
                    public void onSuccess(MessageLite response) {
                        ended(operation, response);
                        then.run();
                    }

                    @Override
                    public void onFailure(Throwable failure) {
                        failed(operation, failure);
                        then.run();
                    }
                },
                MoreExecutors.directExecutor());
    }

    private MessageLite callBlocking(Operation operation) {
        return switch (operation.kind()) {
            case CREATE -> blocking.create(create(operation));
            case RETRIEVE -> blocking.retrieve(retrieve(operation));
            case UPDATE -> blocking.update(update(operation));
            case DELETE -> blocking.delete(delete(operation));
        };
    }

    private ListenableFuture<? extends MessageLite> callFuture(Operation operation) {
        return switch (operation.kind()) {
            case CREATE -> future.create(create(operation));
            case RETRIEVE -> future.retrieve(retrieve(operation));
            case UPDATE -> future.update(update(operation));
            case DELETE -> future.delete(delete(operation));
        };
    }

    private static CreateRequest create(Operation operation) {
        return CreateRequest.newBuilder()
                .setKey(operation.key())
                .setValue(operation.value())
                .build();
    }

    private static RetrieveRequest retrieve(Operation operation) {
        return RetrieveRequest.newBuilder().setKey(operation.key()).build();
    }

    private static UpdateRequest update(Operation operation) {
        return UpdateRequest.newBuilder()
                .setKey(operation.key())
                .setValue(operation.value())
                .build();
    }

    private static DeleteRequest delete(Operation operation) {
        return DeleteRequest.newBuilder().setKey(operation.key()).build();
    }

    private void ended(Operation operation, MessageLite response) {
        if (response instanceof RetrieveResponse retrieved
                && retrieved.getValue().isEmpty()) {
            fail(new IllegalStateException("a retrieve found a value of no bytes"));
        } else {
            settle(operation, Outcome.OK);
        }
    }

    private void failed(Operation operation, Throwable failure) {
        Status.Code code = Status.fromThrowable(failure).getCode();
        Kind kind = operation.kind();
        if (code == Status.Code.ALREADY_EXISTS && kind == Kind.CREATE) {
            settle(operation, Outcome.ALREADY_EXISTS);
        } else if (code == Status.Code.NOT_FOUND && (kind == Kind.RETRIEVE || kind == Kind.UPDATE)) {
            settle(operation, Outcome.NOT_FOUND);
        } else {
            fail(failure);
        }
    }

    private void settle(Operation operation, Outcome outcome) {
        workload.settle(operation, outcome);
        counts[operation.kind().ordinal()][outcome.ordinal()].increment();
    }

    void fail(Throwable unexpected) {
        failure.compareAndSet(null, unexpected);
    }

    long count(Kind kind, Outcome outcome) {
        return counts[kind.ordinal()][outcome.ordinal()].sum();
    }

    public long count(Outcome outcome) {
        long count = 0;
        for (Kind kind : Kind.values()) {
            count += count(kind, outcome);
        }
        return count;
    }

    /** The calls so far by outcome, in the order of {@link Outcome}. */
    long[] counts() {
        return Arrays.stream(Outcome.values()).mapToLong(this::count).toArray();
    }

    /** @throws IllegalStateException when a call failed, with the first failure as its cause */
    public void check() {
        Throwable unexpected = failure.get();
        if (unexpected != null) {
            throw new IllegalStateException("a call to the key-value service failed", unexpected);
        }
    }
}
