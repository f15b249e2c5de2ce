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
import dev.callcost.state.keyvalue.Operation.Kind;
import dev.callcost.state.keyvalue.Operation.Outcome;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;

/**
 * Calls operations through the generated stubs, and reports their outcomes.
 *
 * <p>{@link Outcomes#fail(Throwable)} gets everything that is no {@link Outcome} of the operation: any other status, a refused delete, a retrieved
 * value of no bytes.
 */
public final class KeyValueClient {
    private final KeyValueServiceBlockingStub blocking;
    private final KeyValueServiceFutureStub future;
    private final Workload workload;
    private final Outcomes outcomes;

    /**
     * @param channel leads to the service; the caller closes it
     * @param workload drew the operations and gets their outcomes
     * @param outcomes counts them
     */
    public KeyValueClient(Channel channel, Workload workload, Outcomes outcomes) {
        this.blocking = KeyValueServiceGrpc.newBlockingStub(channel);
        this.future = KeyValueServiceGrpc.newFutureStub(channel);
        this.workload = workload;
        this.outcomes = outcomes;
    }

    /** Calls through the blocking stub and returns when the call has ended and is counted. */
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
            outcomes.fail(new IllegalStateException("a retrieve found a value of no bytes"));
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
            outcomes.fail(failure);
        }
    }

    private void settle(Operation operation, Outcome outcome) {
        workload.settle(operation, outcome);
        outcomes.add(operation.kind(), outcome);
    }
}
