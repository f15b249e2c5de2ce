package dev.callcost;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * gRPC's pool of the whole JVM. It outlives its last user by a second, and its threads keep the CPUs of whoever first made them
 * work: what is pinned must not find those of a test that was not.
 */
public final class SharedPool {
    private static final long DEADLINE = TimeUnit.SECONDS.toNanos(20);
    private static final long POLL = TimeUnit.MILLISECONDS.toNanos(10);

    private SharedPool() {}

    /**
     * Waits until none of its threads is left.
     *
     * @throws IllegalStateException when something keeps it in use
     */
    public static void awaitEnd() {
        long start = System.nanoTime();
        while (lives()) {
            if (System.nanoTime() - start > DEADLINE) {
                throw new IllegalStateException("gRPC's shared pool is still in use");
            }
            LockSupport.parkNanos(POLL);
        }
    }

    private static boolean lives() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().startsWith("grpc-default-executor"));
    }
}
