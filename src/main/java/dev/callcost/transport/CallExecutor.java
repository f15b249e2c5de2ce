package dev.callcost.transport;

import com.google.common.util.concurrent.MoreExecutors;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.ThreadFactory;

/**
 * Runs a side's gRPC callbacks: the server's handlers, or the client's response listeners. With a blocking stub the
 * waiting caller runs the client's callbacks, and the client's executor is not used.
 */
public enum CallExecutor {
    /**
     * gRPC's default: a cached pool that server and client of the JVM share. With {@link Pinning#TWO_CPUS} each side
     * has such a pool of its own, because a thread of a shared pool works for both sides.
     */
    DEFAULT,
    /** No hand-off: callbacks run in the thread that brings the bytes, the event loop or the in-process caller. */
    DIRECT,
    /** A fixed pool of two threads for this side. */
    FIXED,
    /** {@link Executors#newWorkStealingPool()} for this side: a thread and a queue for each CPU that the JVM sees. */
    WORK_STEALING,
    /** A new virtual thread for each callback (JDK 21 and later). */
    VIRTUAL;

    private static final String GRPC_POOL = "grpc-default-executor";

    /**
     * @return an {@link ExecutorService} when the caller must shut it down; null for gRPC's default
     * @throws UnsupportedOperationException when this JVM has no such executor, or none for one side alone
     */
    public Executor open(SideThreads threads) {
        return switch (this) {
            case DEFAULT -> threads.areApart() ? Executors.newCachedThreadPool(threads::newPlainThread) : null;
            case DIRECT -> MoreExecutors.directExecutor();
            case FIXED -> Executors.newFixedThreadPool(2, threads);
            case WORK_STEALING ->
                new ForkJoinPool(Runtime.getRuntime().availableProcessors(), pool -> worker(pool, threads), null, true);
            case VIRTUAL -> newVirtualThreadExecutor(threads);
        };
    }

    /** Whether this executor ran a callback on the thread of that name. */
    public boolean ran(String thread, SideThreads threads) {
        return switch (this) {
            case DEFAULT -> thread.startsWith(threads.areApart() ? threads.name() : GRPC_POOL);
            case DIRECT -> !thread.startsWith(GRPC_POOL) && !thread.startsWith(threads.name());
            case FIXED, WORK_STEALING, VIRTUAL -> thread.startsWith(threads.name());
        };
    }

    private static ForkJoinWorkerThread worker(ForkJoinPool pool, SideThreads threads) {
        ForkJoinWorkerThread thread = new ForkJoinWorkerThread(pool) {
            @Override
            protected void onStart() {
                threads.join();
            }
        };
        thread.setName(threads.name() + "-" + thread.getPoolIndex());
        return thread;
    }

    /** By reflection, because the suite is compiled for JDK 17. */
    private static ExecutorService newVirtualThreadExecutor(SideThreads threads) {
        if (threads.areApart()) {
            throw new UnsupportedOperationException(
                    "virtual threads are carried by threads of the whole JVM, which run on the CPUs of both sides");
        }
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            builder = type.getMethod("name", String.class, long.class).invoke(builder, threads.name() + "-", 0L);
            Object factory = type.getMethod("factory").invoke(builder);
            return (ExecutorService) Executors.class
                    .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
                    .invoke(null, factory);
        } catch (ReflectiveOperationException e) {
            throw new UnsupportedOperationException("virtual threads need JDK 21 or later, this is JDK "
                    + Runtime.version().feature());
        }
    }
}
