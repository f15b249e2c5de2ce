package dev.callcost.transport;

import dev.callcost.wireformat.WireFormat;
import dev.callcost.wireformat.proto.CallServiceGrpc;
import dev.callcost.wireformat.proto.QuoteServiceGrpc;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.util.ArrayList;
import java.util.List;

/**
 * The server for foreign clients: the suite's services, health checking and server reflection, by which a tool lists what it can call. Reflection
 * describes the call and quote services when their messages are protobuf.
 */
public final class Serving implements AutoCloseable {
    private final GrpcEnd<Server> server;

    /**
     * Starts the server.
     *
     * @param cell not in-process, and without TLS
     * @param port the TCP port on loopback; 0 lets the kernel choose
     * @throws UnsupportedOperationException with the reason, when this JVM or machine cannot run the cell
     * @throws java.io.UncheckedIOException when it cannot listen
     */
    @SuppressWarnings("deprecation") // the older reflection service
    public Serving(GrpcCell cell, int port) {
        List<ServerServiceDefinition> services = new ArrayList<>(cell.services());
        if (cell.wireFormat() == WireFormat.PROTOBUF) {
            services.replaceAll(Serving::described);
        }
        services.add(new HealthStatusManager().getHealthService().bindService());
        services.add(ProtoReflectionServiceV1.newInstance().bindService());
        services.add(ProtoReflectionService.newInstance().bindService()); // v1alpha, which ghz calls
        server = GrpcEnd.server(cell, port, services, GrpcEnd.WINDOW);
    }

    /**
     * Binds a service's handlers to the generated methods, which reflection can describe. The call and quote services are bound by hand, because their
     * messages may have any wire format.
     */
    private static ServerServiceDefinition described(ServerServiceDefinition service) {
        String name = service.getServiceDescriptor().getName();
        for (ServiceDescriptor generated :
                List.of(CallServiceGrpc.getServiceDescriptor(), QuoteServiceGrpc.getServiceDescriptor())) {
            if (generated.getName().equals(name)) {
                ServerServiceDefinition.Builder described = ServerServiceDefinition.builder(generated);
                generated.getMethods().forEach(method -> add(described, method, service));
                return described.build();
            }
        }
        return service;
    }

    @SuppressWarnings("unchecked") // PROTOBUF's messages are the generated ones
    private static <Q, R> void add(
            ServerServiceDefinition.Builder described, MethodDescriptor<Q, R> method, ServerServiceDefinition service) {
        described.addMethod(method, (ServerCallHandler<Q, R>)
                service.getMethod(method.getFullMethodName()).getServerCallHandler());
    }

    /** Host and port, or the path of a Unix domain socket. */
    public String address() {
        return Transport.text(GrpcEnd.address(server));
    }

    @Override
    public void close() {
        server.close();
    }
}
