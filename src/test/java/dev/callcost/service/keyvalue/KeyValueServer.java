package dev.callcost.service.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.service.InFlightGauge;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** The service in process, with gRPC's default executors, for tests. */
public final class KeyValueServer implements AutoCloseable {
    private final Server server;
    private final ManagedChannel channel;

    private KeyValueServer(Server server, ManagedChannel channel) {
        this.server = server;
        this.channel = channel;
    }

    /** Starts a server with a new, empty store. */
    public static KeyValueServer start(Store store, StoreWork work, InFlightGauge gauge) throws IOException {
        String name = InProcessServerBuilder.generateName();
        Server server = InProcessServerBuilder.forName(name)
                .addService(new KeyValueHandlers(store, work, gauge))
                .build()
                .start();
        return new KeyValueServer(server, InProcessChannelBuilder.forName(name).build());
    }

    public Channel channel() {
        return channel;
    }

    @Override
    public void close() throws InterruptedException {
        assertThat(channel.shutdownNow().awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(server.shutdownNow().awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }
}
