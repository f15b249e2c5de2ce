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

/** Ends running forks and their hosts on Ctrl-C and SIGTERM: JMH alone leaves a fork running until it next writes to its host. */
public final class ForkGuard implements AutoCloseable {
    /** JMH's own limit for an iteration. */
    private static final int PATIENCE_MINUTES = 10;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Lock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private final Thread hook = new Thread(this::stop, "callcost-end-forks");
    private int running;
    private boolean stopping;

    ForkGuard() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Announces a fork. False when this process is ending, and no fork may start. */
    boolean begin() {
        lock.lock();
        try {
            running += stopping ? 0 : 1;
            return !stopping;
        } finally {
            lock.unlock();
        }
    }

    /** Announces that the fork has ended. False when this process is ending, and the fork's result is dropped. */
    boolean end() {
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
            // repeated, because a fork that is just starting is not among the descendants yet
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
            // this process is ending, and the hook runs
        }
    }

    /**
     * Waits for the end of a fork whose host was killed: until it next writes to the host, it runs and disturbs other measurements.
     *
     * @param named the JVM argument that names the fork
     * @param waiting gets the process id before the wait
     * @throws CommandException (failure) when the fork does not end
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
