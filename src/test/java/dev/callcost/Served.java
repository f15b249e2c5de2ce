package dev.callcost;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.BindableService;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** A service and a channel to it, both in process with gRPC's default executors. */
public record Served(Server server, ManagedChannel channel) implements AutoCloseable {
    public static Served of(BindableService service) throws IOException {
        String name = InProcessServerBuilder.generateName();
        Server server = InProcessServerBuilder.forName(name)
                .addService(service.bindService())
                .build()
                .start();
        return new Served(server, InProcessChannelBuilder.forName(name).build());
    }

    @Override
    public void close() throws InterruptedException {
        assertThat(channel.shutdownNow().awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        assertThat(server.shutdownNow().awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }
}
