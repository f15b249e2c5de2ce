package dev.callcost.service.keyvalue;

import com.google.protobuf.ByteString;
import dev.callcost.service.InFlightGauge;
import dev.callcost.service.proto.CreateRequest;
import dev.callcost.service.proto.CreateResponse;
import dev.callcost.service.proto.DeleteRequest;
import dev.callcost.service.proto.DeleteResponse;
import dev.callcost.service.proto.KeyValueServiceGrpc.KeyValueServiceImplBase;
import dev.callcost.service.proto.RetrieveRequest;
import dev.callcost.service.proto.RetrieveResponse;
import dev.callcost.service.proto.UpdateRequest;
import dev.callcost.service.proto.UpdateResponse;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.stub.StreamObserver;
import java.util.function.Supplier;

/**
 * The handlers of the key-value service. Each works and waits on the thread that delivers the call.
 *
 * <p>A handler leaves the gauge before it replies, so the client cannot send its next call while this one still counts. Refusals are preallocated
 * exceptions, so no call pays for a stack trace.
 */
public final class KeyValueHandlers extends KeyValueServiceImplBase {
    private static final StatusException ALREADY_EXISTS = Status.ALREADY_EXISTS.asException();
    private static final StatusException NOT_FOUND = Status.NOT_FOUND.asException();

    private final KeyValueStore store;
    private final InFlightGauge gauge;

    /** @param gauge counts the working handlers, including those that wait for the store's lock */
    public KeyValueHandlers(Store store, StoreWork work, InFlightGauge gauge) {
        this.store = store.open(work);
        this.gauge = gauge;
    }

    @Override
    public void create(CreateRequest request, StreamObserver<CreateResponse> replies) {
        boolean created = counted(() -> store.create(request.getKey(), request.getValue()));
        reply(replies, created ? CreateResponse.getDefaultInstance() : null, ALREADY_EXISTS);
    }

    @Override
    public void retrieve(RetrieveRequest request, StreamObserver<RetrieveResponse> replies) {
        ByteString value = counted(() -> store.retrieve(request.getKey()));
        reply(
                replies,
                value == null
                        ? null
                        : RetrieveResponse.newBuilder().setValue(value).build(),
                NOT_FOUND);
    }

    @Override
    public void update(UpdateRequest request, StreamObserver<UpdateResponse> replies) {
        boolean updated = counted(() -> store.update(request.getKey(), request.getValue()));
        reply(replies, updated ? UpdateResponse.getDefaultInstance() : null, NOT_FOUND);
    }

    @Override
    public void delete(DeleteRequest request, StreamObserver<DeleteResponse> replies) {
        counted(() -> {
            store.delete(request.getKey());
            return null;
        });
        reply(replies, DeleteResponse.getDefaultInstance(), NOT_FOUND);
    }

    private <T> T counted(Supplier<T> operation) {
        gauge.enter();
        try {
            return operation.get();
        } finally {
            gauge.leave();
        }
    }

    private static <R> void reply(StreamObserver<R> replies, R reply, StatusException refusal) {
        if (reply == null) {
            replies.onError(refusal);
        } else {
            replies.onNext(reply);
            replies.onCompleted();
        }
    }
}
