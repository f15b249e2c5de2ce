package dev.callcost.fork;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Ends the running forks, and the processes that started them, when the host is told to end (Ctrl-C, SIGTERM): JMH alone would leave the
 * fork running until it next writes to its host.
 */
public final class ForkGuard implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Lock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private final Thread hook = new Thread(this::stop, "callcost-end-forks");
    private int running;
    private boolean stopping;

    /** A guard that is on duty until it is closed. */
    public ForkGuard() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Announces a fork. False when the host is ending, and none may be started. */
    public boolean begin() {
        lock.lock();
        try {
            running += stopping ? 0 : 1;
            return !stopping;
        } finally {
            lock.unlock();
        }
    }

    /** Announces that the fork has ended. False when the host is ending, and the fork's result counts for nothing. */
    public boolean end() {
        lock.lock();
        try {
            running--;
            idle.signalAll();
            return !stopping;
        } finally {
            lock.unlock();
        }
    }

    private void stop() {
        lock.lock();
        try {
            stopping = true;
            long deadline = System.nanoTime() + PATIENCE_NANOS;
            // Again and again: a fork may be on its way that is not yet among the descendants.
            while (running > 0 && System.nanoTime() < deadline) {
                ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
                idle.awaitNanos(RETRY_NANOS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the host is ending, and the hook is at work
        }
    }
}
