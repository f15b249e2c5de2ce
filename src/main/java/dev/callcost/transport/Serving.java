package dev.callcost.transport;

import dev.callcost.wireformat.proto.CallServiceGrpc;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * The server for foreign clients: the suite's services, health checking and server reflection, by which a tool lists
 * what it can call.
 */
public final class Serving implements AutoCloseable {
    private final GrpcEnd<Server> server;
    private final InetAddress host;

    /**
     * @param cell not in-process, with protobuf
     * @param host a name or address of this host; not used by a transport without ports
     * @param port the TCP port; 0 lets the kernel choose
     * @throws UnsupportedOperationException with the reason, when this JVM or machine cannot run the cell
     * @throws UncheckedIOException when it cannot listen
     */
    @SuppressWarnings("deprecation") // the older reflection service
    public Serving(GrpcCell cell, InetAddress host, int port) {
        List<ServerServiceDefinition> services = new ArrayList<>(cell.services());
        this.host = host;
        services.replaceAll(Serving::described);
        services.add(new HealthStatusManager().getHealthService().bindService());
        services.add(ProtoReflectionServiceV1.newInstance().bindService());
        services.add(ProtoReflectionService.newInstance().bindService()); // v1alpha, which ghz calls
        Transport transport = cell.transport();
        SocketAddress address = transport.hasPort() ? new InetSocketAddress(host, port) : transport.listeningAddress();
        server = GrpcEnd.server(cell, address, services, GrpcEnd.WINDOW);
    }

    /**
     * Adds to the call service what reflection describes. It is bound by hand, because its messages may have any wire
     * format.
     */
    private static ServerServiceDefinition described(ServerServiceDefinition service) {
        ServiceDescriptor generated = CallServiceGrpc.getServiceDescriptor();
        if (!service.getServiceDescriptor().getName().equals(generated.getName())) {
            return service;
        }
        ServiceDescriptor.Builder descriptor =
                ServiceDescriptor.newBuilder(generated.getName()).setSchemaDescriptor(generated.getSchemaDescriptor());
        service.getMethods().forEach(method -> descriptor.addMethod(method.getMethodDescriptor()));
        ServerServiceDefinition.Builder described = ServerServiceDefinition.builder(descriptor.build());
        service.getMethods().forEach(described::addMethod);
        return described.build();
    }

    /** What it listens on: host and port, or the path of a Unix domain socket. */
    public String address() {
        SocketAddress bound =
                GrpcEnd.address(server); // on all addresses where that of version 4 was requested, as one of version 6
        return Transport.text(
                bound instanceof InetSocketAddress inet ? new InetSocketAddress(host, inet.getPort()) : bound);
    }

    @Override
    public void close() {
        server.close();
    }
}
