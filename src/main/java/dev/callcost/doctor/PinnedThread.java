package dev.callcost.doctor;

import java.util.BitSet;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import net.openhft.affinity.Affinity;

/**
 * Work on a CPU of choice, in a thread of its own: threads inherit the CPUs of the thread that makes them, so that whoever pinned itself
 * would pin the processes and pools that it starts later.
 */
public final class PinnedThread {
    private PinnedThread() {}

    /** The highest CPU that the calling thread may use, which is that of ONE_CPU cells; empty where the system does not tell. */
    public static OptionalInt highestCpu() {
        int cpu = Affinity.getAffinity().length() - 1;
        return cpu < 0 ? OptionalInt.empty() : OptionalInt.of(cpu);
    }

    /**
     * Does work on a CPU, and waits for its end. Threads that the work makes are on that CPU too.
     *
     * @throws UnsupportedOperationException when the system does not let threads be pinned to that CPU
     */
    public static <T> T call(int cpu, Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(() -> {
            pin(cpu);
            return work.call();
        });
        Thread thread = new Thread(task, "callcost-pinned");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnsupportedOperationException notPinned) {
                throw notPinned;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException("told to end", e);
        }
    }

    /**
     * Pins the calling thread.
     *
     * @throws UnsupportedOperationException when the system does not let it
     */
    static void pin(int cpu) {
        BitSet wanted = new BitSet();
        wanted.set(cpu);
        try {
            Affinity.setAffinity(wanted);
        } catch (IllegalStateException e) {
            throw notPinned();
        }
        if (!Affinity.getAffinity().equals(wanted)) {
            throw notPinned();
        }
    }

    /** What to throw where threads cannot be pinned. */
    static UnsupportedOperationException notPinned() {
        return new UnsupportedOperationException("this system does not let a thread be pinned to a CPU");
    }
}
