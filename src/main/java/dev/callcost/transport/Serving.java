package dev.callcost.transport;

import dev.callcost.service.CallService;
import dev.callcost.wireformat.ProtobufFormat;
import dev.callcost.wireformat.WireFormat;
import dev.callcost.wireformat.proto.CallMessage;
import dev.callcost.wireformat.proto.CallServiceGrpc;
import io.grpc.Server;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.grpc.stub.ServerCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The server for clients that are not ours: the suite's services, health checking and server reflection, so that a tool finds out by
 * itself what there is to call. The call service can be described to it when it speaks protobuf.
 */
public final class Serving implements AutoCloseable {
    private final GrpcEnd<Server> server;

    private Serving(GrpcEnd<Server> server) {
        this.server = server;
    }

    /**
     * Starts to serve.
     *
     * @param cell the server's part of a cell; not in-process, and without TLS
     * @param port the TCP port on loopback, 0 for one that the kernel chooses
     * @throws UnsupportedOperationException with the reason, when this JVM or machine cannot run the cell
     * @throws java.io.UncheckedIOException when it cannot listen
     */
    @SuppressWarnings("deprecation") // the older reflection service
    public static Serving start(ServedCell cell, int port) {
        List<ServerServiceDefinition> services = new ArrayList<>(cell.services());
        if (cell.wireFormat() == WireFormat.PROTOBUF) {
            services.set(0, describedCall(cell));
        }
        services.add(new HealthStatusManager().getHealthService().bindService());
        services.add(ProtoReflectionServiceV1.newInstance().bindService());
        services.add(ProtoReflectionService.newInstance().bindService()); // v1alpha, which ghz asks for
        return new Serving(cell.start(null, port, services));
    }

    private static ServerServiceDefinition describedCall(ServedCell cell) {
        CallHandlers<CallMessage> handlers = new CallHandlers<>(new ProtobufFormat(), cell.pinning());
        return ServerServiceDefinition.builder(CallServiceGrpc.getServiceDescriptor())
                .addMethod(CallServiceGrpc.getCallMethod(), unary(handlers::answer))
                .addMethod(
                        CallServiceGrpc.getStreamMethod(),
                        ServerCalls.asyncBidiStreamingCall(replies -> CallService.answering(handlers::answer, replies)))
                .addMethod(CallServiceGrpc.getProbeMethod(), unary(handlers::probe))
                .build();
    }

    private static ServerCallHandler<CallMessage, CallMessage> unary(UnaryOperator<CallMessage> answer) {
        return ServerCalls.asyncUnaryCall((request, replies) -> {
            replies.onNext(answer.apply(request));
            replies.onCompleted();
        });
    }

    /** Host and port, or the path of a Unix domain socket. */
    public String address() {
        return Transport.text(server.get().getListenSockets().get(0));
    }

    /** Stops the server. */
    @Override
    public void close() {
        server.close();
    }
}
