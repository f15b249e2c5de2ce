package dev.callcost;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Threads that a test starts, and threads that must be gone before it continues. */
public final class Threads {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Threads() {}

    /** What one of several threads does. */
    public interface Body<T> {
        T run(int thread) throws Exception;
    }

    /**
     * Runs a body in several threads at once.
     *
     * @return what each thread returned
     * @throws Exception what one of them threw, or when one takes longer than two minutes
     */
    public static <T> List<T> run(int count, Body<T> body) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<Callable<T>> tasks = IntStream.range(0, count)
                    .<Callable<T>>mapToObj(thread -> () -> body.run(thread))
                    .toList();
            List<T> results = new ArrayList<>();
            for (Future<T> done : threads.invokeAll(tasks, PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                results.add(done.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

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
