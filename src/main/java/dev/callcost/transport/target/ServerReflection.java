package dev.callcost.transport.target;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.ClientCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A server's own descriptors, by gRPC's server reflection protocol: v1, or v1alpha where the server has no v1. Both
 * have the same messages. Each request has a call of its own.
 */
final class ServerReflection extends TargetSchema {
    private static final String PACKAGE = "grpc.reflection.";
    private static final long PATIENCE_SECONDS = 20;

    /** What to do without reflection. */
    private static final String INSTEAD = ": name the descriptors by --descriptor-set FILE, which"
            + " protoc --include_imports --descriptor_set_out=FILE writes (a benchmark: -p descriptorSet=FILE)";

    private final Channel channel;
    private final String version;
    private final List<String> services;

    private ServerReflection(Channel channel, String server, String version, ServerReflectionResponse listed) {
        super(server, "server reflection " + version, TargetException.ErrorKind.FAILURE, INSTEAD);
        this.channel = channel;
        this.version = version;
        this.services = listed.getListServicesResponse().getServiceList().stream()
                .map(ServiceResponse::getName)
                .filter(name -> !name.startsWith(PACKAGE))
                .toList();
    }

    /** @throws TargetException (failure) when the server has no reflection or cannot be reached */
    static ServerReflection of(Channel channel, String server, TargetChannel way) {
        for (String version : List.of("v1", "v1alpha")) {
            try {
                ServerReflectionResponse listed = send(
                        channel, version, ServerReflectionRequest.newBuilder().setListServices(""));
                if (listed.hasListServicesResponse()) {
                    return new ServerReflection(channel, server, version, listed);
                }
            } catch (StatusRuntimeException e) {
                Status.Code code = e.getStatus().getCode();
                if (code != Status.Code.UNIMPLEMENTED) {
                    TargetException failed = way.failed("server reflection", e);
                    // a server that cannot be reached needs no descriptors
                    throw code == Status.Code.UNAVAILABLE
                            ? failed
                            : TargetException.failure(failed.getMessage() + INSTEAD);
                }
            }
        }
        throw TargetException.failure(server + " does not offer server reflection" + INSTEAD);
    }

    /** As a unary call: the bytes are those of a stream of one request. */
    private static ServerReflectionResponse send(
            Channel channel, String version, ServerReflectionRequest.Builder request) {
        MethodDescriptor<ServerReflectionRequest, ServerReflectionResponse> method =
                ServerReflectionGrpc.getServerReflectionInfoMethod().toBuilder()
                        .setType(MethodDescriptor.MethodType.UNARY)
                        .setFullMethodName(PACKAGE + version + ".ServerReflection/ServerReflectionInfo")
                        .build();
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS);
        return ClientCalls.blockingUnaryCall(channel, method, options, request.build());
    }

    private List<FileDescriptorProto> files(ServerReflectionRequest.Builder request) {
        List<FileDescriptorProto> files = new ArrayList<>();
        try {
            ServerReflectionResponse response = send(channel, version, request);
            for (ByteString file : response.getFileDescriptorResponse().getFileDescriptorProtoList()) {
                files.add(FileDescriptorProto.parseFrom(file));
            }
            return files;
        } catch (StatusRuntimeException | InvalidProtocolBufferException e) {
            throw wrong("its server reflection fails: " + e.getMessage());
        }
    }

    @Override
    List<FileDescriptorProto> declaring(String symbol) {
        return files(ServerReflectionRequest.newBuilder().setFileContainingSymbol(symbol));
    }

    @Override
    List<FileDescriptorProto> named(String file) {
        List<FileDescriptorProto> files =
                files(ServerReflectionRequest.newBuilder().setFileByFilename(file));
        if (files.stream().noneMatch(found -> found.getName().equals(file))) {
            throw wrong("its server reflection lacks " + file);
        }
        return files;
    }

    @Override
    List<String> services() {
        return services;
    }
}
