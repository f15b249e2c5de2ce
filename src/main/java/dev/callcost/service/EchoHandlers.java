package dev.callcost.service;

import dev.callcost.service.proto.EchoServiceGrpc.EchoServiceImplBase;
import dev.callcost.service.proto.Message;
import io.grpc.stub.StreamObserver;

/** The gRPC service of {@code proto/echo.proto}: the reply is the request itself, so that the call is the only cost. */
public final class EchoHandlers extends EchoServiceImplBase {
    @Override
    public void echo(Message request, StreamObserver<Message> replies) {
        replies.onNext(request);
        replies.onCompleted();
    }
}
