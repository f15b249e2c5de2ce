package dev.callcost.launch;

import dev.callcost.text.CommandException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;

/**
 * Ends the running forks, and the processes that started them, when the host is told to end (Ctrl-C, SIGTERM): JMH alone would leave the
 * fork running until it next writes to its host.
 */
public final class ForkGuard implements AutoCloseable {
    /** For a fork that was left behind: JMH's own limit for an iteration. */
    private static final int PATIENCE_MINUTES = 10;

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

    /**
     * Waits until a fork has ended whose host was killed: it measures on until it next writes to the host, and would disturb whoever
     * measures meanwhile.
     *
     * @param named what names it in its JVM's arguments
     * @param waiting is told the process's id when there is something to wait for
     * @throws CommandException (failure) when it does not end
     */
    public static void awaitOrphan(String named, LongConsumer waiting) {
        Optional<ProcessHandle> fork = ProcessHandle.allProcesses()
                .filter(process -> isNamed(process, named))
                .findFirst();
        if (fork.isEmpty()) {
            return;
        }
        waiting.accept(fork.get().pid());
        try {
            fork.get().onExit().get(PATIENCE_MINUTES, TimeUnit.MINUTES);
        } catch (TimeoutException e) {
            throw CommandException.failure("a fork of the run that was killed still runs after " + PATIENCE_MINUTES
                    + " minutes, process " + fork.get().pid() + ": end it and resume again");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.failure("interrupted while a fork of the run that was killed still ran");
        }
    }

    private static boolean isNamed(ProcessHandle process, String named) {
        return process.info().arguments().map(Arrays::asList).stream().anyMatch(arguments -> arguments.contains(named));
    }
}
