package dev.callcost.fork;

import dev.callcost.text.CommandException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;

/** A fork whose host was killed: it measures on until it next writes to the host, and would disturb whoever measures meanwhile. */
public final class OrphanFork {
    /** JMH's own limit for an iteration. */
    private static final int PATIENCE_MINUTES = 10;

    private OrphanFork() {}

    /**
     * Waits until a fork has ended.
     *
     * @param named what names it in its JVM's arguments
     * @param waiting is told the process's id when there is something to wait for
     * @throws CommandException (failure) when it does not end
     */
    public static void awaitEnd(String named, LongConsumer waiting) {
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
