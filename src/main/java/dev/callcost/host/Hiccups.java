package dev.callcost.host;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How late a sleeping thread of the host process runs again during a fork (the idea of Gil Tene's jHiccup). It wakes up too seldom to influence the
 * fork.
 */
public final class Hiccups implements AutoCloseable {
    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(10);

    private final Thread thread = new Thread(this::watch, "callcost-hiccups");
    private final Queue<Hiccup> seen = new ConcurrentLinkedQueue<>();
    private volatile boolean ended;

    /** A sleep: its start and end in milliseconds since 1970, and how much longer than planned it took. */
    private record Hiccup(long startMillis, long endMillis, long nanos) {}

    public Hiccups() {
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        long millis = System.currentTimeMillis();
        while (!ended) {
            long start = System.nanoTime();
            LockSupport.parkNanos(PERIOD);
            long late = System.nanoTime() - start - PERIOD;
            long now = System.currentTimeMillis();
            seen.add(new Hiccup(millis, now, late));
            millis = now;
        }
    }

    /** The longest hiccup that overlaps a span of time, in nanoseconds. */
    public long worstNanos(long fromMillis, long toMillis) {
        return seen.stream()
                .filter(hiccup -> hiccup.startMillis <= toMillis && hiccup.endMillis >= fromMillis)
                .mapToLong(Hiccup::nanos)
                .reduce(0, Math::max);
    }

    @Override
    public void close() {
        ended = true;
        LockSupport.unpark(thread);
    }
}
