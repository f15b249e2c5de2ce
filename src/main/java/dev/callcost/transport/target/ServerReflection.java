package dev.callcost.transport.target;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.reflection.v1.ErrorResponse;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.ClientCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A server's own descriptors, by gRPC's server reflection protocol: v1, or v1alpha where the server has no v1. Both have the same messages. Each request has
 * a call of its own.
 */
final class ServerReflection implements DescriptorSource {
    private static final List<String> VERSIONS = List.of("v1", "v1alpha");
    private static final String PACKAGE = "grpc.reflection.";
    private static final long PATIENCE_SECONDS = 20;

    private final Channel channel;
    private final String server;
    private final String version;

    /** @throws TargetException (failure) when the server has no reflection or cannot be reached */
    ServerReflection(Channel channel, String server, TargetChannel way) {
        this.channel = channel;
        this.server = server;
        this.version = VERSIONS.stream()
                .filter(it -> has(it, way))
                .findFirst()
                .orElseThrow(() -> new TargetException(
                        TargetException.Kind.FAILURE,
                        server
                                + " does not offer server reflection: name its descriptors by --descriptor-set FILE, which"
                                + " protoc --include_imports --descriptor_set_out=FILE writes"
                                + " (a benchmark: -p descriptorSet=FILE)"));
    }

    private boolean has(String candidate, TargetChannel way) {
        try {
            return send(candidate, request -> request.setListServices("")).hasListServicesResponse();
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() == Status.Code.UNIMPLEMENTED) {
                return false;
            }
            throw way.failed("server reflection", e);
        }
    }

    /** As a unary call: the bytes are those of a stream of one request. */
    private ServerReflectionResponse send(String of, Consumer<ServerReflectionRequest.Builder> what) {
        MethodDescriptor<ServerReflectionRequest, ServerReflectionResponse> method =
                ServerReflectionGrpc.getServerReflectionInfoMethod().toBuilder()
                        .setType(MethodDescriptor.MethodType.UNARY)
                        .setFullMethodName(PACKAGE + of + ".ServerReflection/ServerReflectionInfo")
                        .build();
        ServerReflectionRequest.Builder request = ServerReflectionRequest.newBuilder();
        what.accept(request);
        return ClientCalls.blockingUnaryCall(
                channel,
                method,
                CallOptions.DEFAULT.withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS),
                request.build());
    }

    private ServerReflectionResponse send(Consumer<ServerReflectionRequest.Builder> what) {
        try {
            return send(version, what);
        } catch (StatusRuntimeException e) {
            throw broken(e.getStatus().toString());
        }
    }

    private TargetException broken(String what) {
        return new TargetException(
                TargetException.Kind.FAILURE, server + ": its server reflection is broken (" + what + ")");
    }

    private List<FileDescriptorProto> files(ServerReflectionResponse response) {
        if (response.hasErrorResponse()) {
            ErrorResponse error = response.getErrorResponse();
            if (error.getErrorCode() == Status.Code.NOT_FOUND.value()) {
                return List.of();
            }
            throw broken(error.getErrorMessage());
        }
        List<FileDescriptorProto> files = new ArrayList<>();
        try {
            for (ByteString file : response.getFileDescriptorResponse().getFileDescriptorProtoList()) {
                files.add(FileDescriptorProto.parseFrom(file));
            }
        } catch (InvalidProtocolBufferException e) {
            throw broken(e.getMessage());
        }
        return files;
    }

    @Override
    public List<FileDescriptorProto> declaring(String symbol) {
        return files(send(request -> request.setFileContainingSymbol(symbol)));
    }

    @Override
    public List<FileDescriptorProto> named(String file) {
        return files(send(request -> request.setFileByFilename(file)));
    }

    @Override
    public List<String> services() {
        return send(request -> request.setListServices("")).getListServicesResponse().getServiceList().stream()
                .map(ServiceResponse::getName)
                .filter(name -> !name.startsWith(PACKAGE))
                .toList();
    }

    @Override
    public TargetException lacks(String file) {
        return broken("it does not have " + file);
    }

    @Override
    public String describe() {
        return "server reflection " + version;
    }

    @Override
    public String place() {
        return server;
    }
}
