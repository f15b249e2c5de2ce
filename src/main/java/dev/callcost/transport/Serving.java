package dev.callcost.transport;

import dev.callcost.wireformat.WireFormat;
import dev.callcost.wireformat.proto.CallServiceGrpc;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.UncheckedIOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The server for foreign clients: the call and echo services, health checking and server reflection, by which a tool lists what it can call.
 * Reflection describes the call service when its messages are protobuf.
 */
public final class Serving implements AutoCloseable {
    private final GrpcEnd<Server> server;

    /**
     * @param cell not in-process
     * @param host a name or address of this host; not used by a transport without ports
     * @param port the TCP port; 0 lets the kernel choose
     * @throws UnsupportedOperationException with the reason, when this JVM or machine cannot run the cell
     * @throws UncheckedIOException when it cannot listen
     */
    @SuppressWarnings("deprecation") // the older reflection service
    public Serving(GrpcCell cell, InetAddress host, int port) {
        List<ServerServiceDefinition> services = new ArrayList<>(cell.services());
        if (cell.wireFormat() == WireFormat.PROTOBUF) {
            services.replaceAll(Serving::described);
        }
        services.add(new HealthStatusManager().getHealthService().bindService());
        services.add(ProtoReflectionServiceV1.newInstance().bindService());
        services.add(ProtoReflectionService.newInstance().bindService()); // v1alpha, which ghz calls
        Transport transport = cell.transport();
        SocketAddress address = transport.hasPort() ? new InetSocketAddress(host, port) : transport.listeningAddress();
        server = GrpcEnd.server(cell, address, services, GrpcEnd.WINDOW);
    }

    /** Adds to the call service what reflection describes. It is bound by hand, because its messages may have any wire format. */
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

    /**
     * Where clients connect: host and port, or the path of a Unix domain socket. A server on all addresses has one for each address of this host that
     * other hosts may reach, or loopback when there is none.
     *
     * @throws UncheckedIOException when the network interfaces cannot be read
     */
    public List<String> addresses() {
        SocketAddress bound = GrpcEnd.address(server);
        if (!(bound instanceof InetSocketAddress inet) || !inet.getAddress().isAnyLocalAddress()) {
            return List.of(Transport.text(bound));
        }
        List<String> addresses = reachable()
                .map(host -> Transport.text(new InetSocketAddress(host, inet.getPort())))
                .toList();
        return addresses.isEmpty()
                ? List.of(Transport.text(new InetSocketAddress(InetAddress.getLoopbackAddress(), inet.getPort())))
                : addresses;
    }

    private static Stream<InetAddress> reachable() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(host -> !host.isLoopbackAddress() && !host.isLinkLocalAddress())
                    .sorted(Comparator.comparing(host -> host instanceof Inet6Address));
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
