package dev.callcost.transport.serve;

import dev.callcost.transport.GrpcServer;
import io.grpc.ServerServiceDefinition;
import java.net.SocketAddress;
import java.util.List;
import java.util.function.Supplier;

/** Where a cell's server runs. */
public enum ServerHost {
    /** In the client's JVM: one heap, one JIT compiler, whose profile of shared code has both sides in it. */
    SAME_JVM {
        @Override
        public RunningServer start(ServedCell cell, Supplier<List<ServerServiceDefinition>> services) {
            cell.pinning().pinCurrentThread();
            GrpcServer server = cell.start(0, services.get());
            return new RunningServer() {
                @Override
                public SocketAddress address() {
                    return server.address();
                }

                @Override
                public void close() {
                    server.close();
                }
            };
        }
    },
    /** In a JVM of its own, a child process with the client's heap size, collector and JVM: what a service is. */
    OWN_JVM {
        @Override
        public RunningServer start(ServedCell cell, Supplier<List<ServerServiceDefinition>> services) {
            return ServerProcess.start(cell);
        }
    };

    /** A server that can be reached. */
    public interface RunningServer extends AutoCloseable {
        /** Where it listens. */
        SocketAddress address();

        /**
         * Stops it.
         *
         * @throws IllegalStateException naming what did not end
         */
        @Override
        void close();
    }

    /**
     * Starts a server. In this JVM it pins the calling thread first; a process must be started before anything is pinned, because
     * it would inherit the CPUs, its compiler threads included.
     *
     * @param cell the server's part of the cell
     * @param services what a server in this JVM serves; one in its own has {@link ServedCell#services()}
     * @return the server, listening
     * @throws UnsupportedOperationException with the reason, when this JVM or machine cannot run the cell
     */
    public abstract RunningServer start(ServedCell cell, Supplier<List<ServerServiceDefinition>> services);
}
