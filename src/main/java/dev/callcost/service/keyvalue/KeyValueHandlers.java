package dev.callcost.service.keyvalue;

import com.google.protobuf.ByteString;
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

/**
 * The handlers of the key-value service. Each works and waits on the thread that delivers the call. Refusals are
 * preallocated exceptions, so no call pays for a stack trace.
 */
public final class KeyValueHandlers extends KeyValueServiceImplBase {
    private static final StatusException ALREADY_EXISTS = Status.ALREADY_EXISTS.asException();
    private static final StatusException NOT_FOUND = Status.NOT_FOUND.asException();

    private final KeyValueStore store;

    public KeyValueHandlers(KeyValueStore store) {
        this.store = store;
    }

    @Override
    public void create(CreateRequest request, StreamObserver<CreateResponse> replies) {
        boolean created = store.create(request.getKey(), request.getValue());
        reply(replies, created ? CreateResponse.getDefaultInstance() : null, ALREADY_EXISTS);
    }

    @Override
    public void retrieve(RetrieveRequest request, StreamObserver<RetrieveResponse> replies) {
        ByteString value = store.retrieve(request.getKey());
        reply(
                replies,
                value == null
                        ? null
                        : RetrieveResponse.newBuilder().setValue(value).build(),
                NOT_FOUND);
    }

    @Override
    public void update(UpdateRequest request, StreamObserver<UpdateResponse> replies) {
        boolean updated = store.update(request.getKey(), request.getValue());
        reply(replies, updated ? UpdateResponse.getDefaultInstance() : null, NOT_FOUND);
    }

    @Override
    public void delete(DeleteRequest request, StreamObserver<DeleteResponse> replies) {
        store.delete(request.getKey());
        reply(replies, DeleteResponse.getDefaultInstance(), NOT_FOUND);
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
