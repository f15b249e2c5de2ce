package dev.callcost;

/**
 * gRPC's pool of the whole JVM. It outlives its last user by a second, and its threads keep the CPUs of whoever first
 * made them work: what is pinned must not find those of a test that was not.
 */
public final class SharedPool {
    private SharedPool() {}

    /**
     * Waits until none of its threads is left.
     *
     * @throws IllegalStateException when something keeps it in use
     */
    public static void awaitEnd() {
        Threads.awaitNone("grpc-default-executor.*");
    }
}
