package dev.callcost.transport.target;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.reflection.v1.ErrorResponse;
import io.grpc.reflection.v1.FileDescriptorResponse;
import io.grpc.reflection.v1.ListServiceResponse;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server whose method {@value #METHOD} has a given reply and given descriptors, right or wrong. Its reflection returns one file a request. */
final class OddServer implements AutoCloseable {
    static final String SERVICE = "odd.Shop";
    static final String METHOD = SERVICE + "/Add";

    private final ExecutorService threads = Executors.newCachedThreadPool(new DefaultThreadFactory("odd", true));
    private final Server server;

    private OddServer(byte[] reply, List<FileDescriptorProto> files) throws IOException {
        MethodDescriptor<byte[], byte[]> method = MethodDescriptor.newBuilder(
                        new BytesMarshaller(), new BytesMarshaller())
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(METHOD)
                .build();
        server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .addService(new Reflection(files))
                .addService(ServerServiceDefinition.builder(SERVICE)
                        .addMethod(method, ServerCalls.asyncUnaryCall((request, answer) -> {
                            answer.onNext(reply);
                            answer.onCompleted();
                        }))
                        .build())
                .executor(threads)
                .build()
                .start();
    }

    static OddServer start(byte[] reply, FileDescriptorProto... files) throws IOException {
        return new OddServer(reply, List.of(files));
    }

    /** A file with the service, whose requests and replies are messages {@code Item} with this field. */
    static FileDescriptorProto.Builder shop(FieldDescriptorProto.Builder field) {
        return FileDescriptorProto.newBuilder()
                .setName("shop.proto")
                .setPackage("odd")
                .addMessageType(DescriptorProto.newBuilder().setName("Item").addField(field))
                .addService(ServiceDescriptorProto.newBuilder()
                        .setName("Shop")
                        .addMethod(MethodDescriptorProto.newBuilder()
                                .setName("Add")
                                .setInputType(".odd.Item")
                                .setOutputType(".odd.Item")));
    }

    static FieldDescriptorProto.Builder field(FieldDescriptorProto.Type type) {
        return FieldDescriptorProto.newBuilder()
                .setName("name")
                .setNumber(1)
                .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
                .setType(type);
    }

    String address() {
        return "127.0.0.1:" + server.getPort();
    }

    @Override
    public void close() throws InterruptedException {
        server.shutdownNow().awaitTermination();
        threads.shutdown();
    }

    private static final class Reflection extends ServerReflectionGrpc.ServerReflectionImplBase {
        private final List<FileDescriptorProto> files;

        Reflection(List<FileDescriptorProto> files) {
            this.files = files;
        }

        @Override
        public StreamObserver<ServerReflectionRequest> serverReflectionInfo(
                StreamObserver<ServerReflectionResponse> answer) {
            return new StreamObserver<>() {
                @Override
                public void onNext(ServerReflectionRequest request) {
                    answer.onNext(reply(request));
                }

                @Override
                public void onError(Throwable failure) {
                    answer.onCompleted();
                }

                @Override
                public void onCompleted() {
                    answer.onCompleted();
                }
            };
        }

        private ServerReflectionResponse reply(ServerReflectionRequest request) {
            ServerReflectionResponse.Builder reply = ServerReflectionResponse.newBuilder();
            if (request.hasListServices()) {
                return reply.setListServicesResponse(ListServiceResponse.newBuilder()
                                .addService(ServiceResponse.newBuilder().setName(SERVICE)))
                        .build();
            }
            files.stream()
                    .filter(file -> request.hasFileByFilename()
                            ? file.getName().equals(request.getFileByFilename())
                            : file.getServiceCount() > 0
                                    && request.getFileContainingSymbol().equals(SERVICE))
                    .findFirst()
                    .ifPresentOrElse(
                            file -> reply.setFileDescriptorResponse(
                                    FileDescriptorResponse.newBuilder().addFileDescriptorProto(file.toByteString())),
                            () -> reply.setErrorResponse(
                                    ErrorResponse.newBuilder().setErrorCode(Status.Code.NOT_FOUND.value())));
            return reply.build();
        }
    }
}
