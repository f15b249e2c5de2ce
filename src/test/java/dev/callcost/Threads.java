package dev.callcost;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Threads of this JVM that must be gone before a test goes on. */
public final class Threads {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Threads() {}

    /**
     * Waits until none is left with such a name.
     *
     * @param name a regular expression for the whole of it
     * @throws IllegalStateException when one lives on
     */
    public static void awaitNone(String name) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (List<Thread> left = named(name); !left.isEmpty(); left = named(name)) {
            long remaining = deadline - System.nanoTime();
            if (remaining <= 0) {
                throw new IllegalStateException("live on: " + left);
            }
            try {
                TimeUnit.NANOSECONDS.timedJoin(left.get(0), remaining);
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted while there lived " + left, e);
            }
        }
    }

    private static List<Thread> named(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches(name))
                .toList();
    }
}
