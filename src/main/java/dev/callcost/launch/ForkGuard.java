package dev.callcost.launch;

import dev.callcost.text.CommandException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** Ends running forks and their hosts on Ctrl-C and SIGTERM: JMH alone leaves a fork running until it next writes to its host. */
public final class ForkGuard implements AutoCloseable {
    /** JMH's own limit for an iteration. */
    private static final int PATIENCE_MINUTES = 10;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long RETRY_MILLIS = 20;

    private final Thread hook = new Thread(this::stop, "callcost-end-forks");
    private int running;
    private boolean stopping;

    ForkGuard() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Runs forks. Empty when this process is ending: the forks did not start, or their results are dropped. */
    <T> Optional<T> run(Supplier<T> forks) {
        if (!add(1)) {
            return Optional.empty();
        }
        boolean isKept;
        T results;
        try {
            results = forks.get();
        } finally {
            isKept = add(-1);
        }
        return isKept ? Optional.of(results) : Optional.empty();
    }

    /** Passes on a line that a fork printed, except when this process is ending. */
    synchronized void pass(String line, Consumer<String> taker) {
        if (!stopping) {
            taker.accept(line);
        }
    }

    private synchronized boolean add(int forks) {
        running += stopping && forks > 0 ? 0 : forks;
        notifyAll();
        return !stopping;
    }

    private synchronized void stop() {
        stopping = true;
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        try {
            // repeated, because a fork that is just starting is not among the descendants yet
            while (running > 0 && System.nanoTime() < deadline) {
                ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
                wait(RETRY_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
     * Waits for the end of a fork whose host was killed: until it next writes to the host, it runs and slows down what is measured.
     *
     * @param named the JVM argument that names the fork
     * @param waiting gets the process id before the wait
     */
    public static void awaitOrphan(String named, LongConsumer waiting) {
        Optional<ProcessHandle> fork = ProcessHandle.allProcesses()
                .filter(process -> process.info().arguments().stream()
                        .flatMap(Arrays::stream)
                        .anyMatch(named::equals))
                .findFirst();
        fork.ifPresent(orphan -> {
            waiting.accept(orphan.pid());
            try {
                orphan.onExit().orTimeout(PATIENCE_MINUTES, TimeUnit.MINUTES).join();
            } catch (CompletionException e) {
                throw CommandException.failure("a fork of the run that was killed still runs after " + PATIENCE_MINUTES
                        + " minutes, process " + orphan.pid() + ": end it and resume again");
            }
        });
    }
}
