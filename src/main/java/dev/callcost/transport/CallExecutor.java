package dev.callcost.transport;

import com.google.common.util.concurrent.MoreExecutors;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinPool.ForkJoinWorkerThreadFactory;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.ThreadFactory;

/**
 * What runs a side's gRPC callbacks: the server's handlers, or the client's response listeners.
 *
 * <p>A blocking stub brings its own executor (the waiting caller runs the callbacks), so on the client side this matters to the
 * other stubs only.
 */
public enum CallExecutor {
    /**
     * gRPC's own choice when none is set: its shared cached pool, one for server and client of the JVM. Where the sides are kept apart
     * ({@link Pinning#TWO_CPUS}) each has such a pool of its own, because a thread of a shared one works for either.
     */
    DEFAULT {
        @Override
        public Executor open(SideThreads threads) {
            return threads.areApart() ? Executors.newCachedThreadPool(threads::newPlainThread) : null;
        }

        @Override
        public boolean ran(String thread, SideThreads threads) {
            return thread.startsWith(threads.areApart() ? threads.name() : GRPC_POOL);
        }
    },
    /** No hand-off: callbacks run on the thread that brings the bytes, the event loop or the in-process caller. */
    DIRECT {
        @Override
        public Executor open(SideThreads threads) {
            return MoreExecutors.directExecutor();
        }

        @Override
        public boolean ran(String thread, SideThreads threads) {
            return !thread.startsWith(GRPC_POOL) && !thread.startsWith(threads.name());
        }
    },
    /** A fixed pool of two threads for this side alone. */
    FIXED {
        @Override
        public Executor open(SideThreads threads) {
            return Executors.newFixedThreadPool(2, threads);
        }
    },
    /** {@link Executors#newWorkStealingPool()} for this side alone: as many threads as the JVM sees CPUs, a queue for each. */
    WORK_STEALING {
        @Override
        public Executor open(SideThreads threads) {
            ForkJoinWorkerThreadFactory workers = pool -> {
                ForkJoinWorkerThread thread = new ForkJoinWorkerThread(pool) {
                    @Override
                    protected void onStart() {
                        threads.join();
                    }
                };
                thread.setName(threads.name() + "-" + thread.getPoolIndex());
                return thread;
            };
            return new ForkJoinPool(Runtime.getRuntime().availableProcessors(), workers, null, true);
        }
    },
    /** One new virtual thread a callback (JDK 21 and later). */
    VIRTUAL {
        @Override
        public Executor open(SideThreads threads) {
            if (threads.areApart()) {
                throw new UnsupportedOperationException(
                        "virtual threads are carried by threads of the whole JVM, which keep to no side's CPU");
            }
            return newVirtualThreadExecutor(threads.name());
        }
    };

    private static final String GRPC_POOL = "grpc-default-executor";

    /**
     * Makes the executor.
     *
     * @param threads its threads, where it has its own
     * @return the executor, an {@link ExecutorService} when it must be shut down; null stands for gRPC's default
     * @throws UnsupportedOperationException when this JVM has no such executor, or not for one side alone
     */
    public abstract Executor open(SideThreads threads);

    /**
     * Tells whether a callback that ran on a thread was run by this executor.
     *
     * @param thread the name of the thread
     * @param threads those given to {@link #open(SideThreads)}
     * @return whether it was
     */
    public boolean ran(String thread, SideThreads threads) {
        return thread.startsWith(threads.name());
    }

    /** By reflection, because the suite is compiled for JDK 17. */
    private static ExecutorService newVirtualThreadExecutor(String threadName) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            builder = type.getMethod("name", String.class, long.class).invoke(builder, threadName + "-", 0L);
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
