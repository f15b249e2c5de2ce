package dev.callcost.transport;

import java.util.BitSet;
import java.util.Map;
import java.util.stream.Collectors;
import net.openhft.affinity.Affinity;

/**
 * Which CPUs the threads of a cell may run on. Threads inherit the choice from the thread that creates them, so it is made
 * before any server, channel or pool exists; the JIT compiler and the garbage collector keep all CPUs.
 *
 * <p>On a virtual machine an idle CPU halts, and waking it from another one costs tens of microseconds: more than the call.
 */
public enum Pinning {
    /**
     * Client and server share one CPU, the highest of those allowed: the length of the serialized path, precise and comparable,
     * not what a user waits.
     */
    ONE_CPU(1, 1),
    /**
     * The client has the highest of the allowed CPUs and the server the next: both work at the same time and wake each other across
     * CPUs, as without pinning, but no thread moves.
     */
    TWO_CPUS(1, 2),
    /** No pinning: the scheduler places the threads, with cross-CPU wake-ups as they come. */
    FREE(0, 0);

    /** The side of a connection that a thread works for. */
    public enum Side {
        /** Callers, the channel's event loops and its executor. */
        CLIENT,
        /** The server's event loops and its handlers. */
        SERVER
    }

    private static final String ANY = "any";

    private final int client;
    private final int server;

    /** With the place of each side's CPU among those allowed, 1 for the highest; 0 for any CPU. */
    Pinning(int client, int server) {
        this.client = client;
        this.server = server;
    }

    /** What the JVM may use: that of the first thread that is to be pinned. Only this class pins, so that it is not pinned yet. */
    private static final class Allowed {
        private static final BitSet CPUS = Affinity.getAffinity();
    }

    private int place(Side side) {
        return side == Side.CLIENT ? client : server;
    }

    /** Whether each side has a CPU of its own, so that a thread must never work for both. */
    public boolean isApart() {
        return client != server;
    }

    /**
     * The CPU of a side.
     *
     * @return its number, or {@code any}
     * @throws UnsupportedOperationException when this JVM may not use so many CPUs
     */
    public String cpu(Side side) {
        return place(side) == 0 ? ANY : Integer.toString(number(place(side)));
    }

    private static int number(int place) {
        int cpu = Allowed.CPUS.length();
        for (int n = 0; n < place && cpu >= 0; n++) {
            cpu = Allowed.CPUS.previousSetBit(cpu - 1);
        }
        if (cpu < 0) {
            throw unsupported(place);
        }
        return cpu;
    }

    private static UnsupportedOperationException unsupported(int place) {
        return new UnsupportedOperationException(
                Allowed.CPUS.isEmpty() || place <= Allowed.CPUS.cardinality()
                        ? "this system does not let a thread be pinned to one CPU"
                        : "a CPU for each side needs two, and this JVM may use " + Allowed.CPUS.cardinality());
    }

    /**
     * Restricts the calling thread, and the threads it creates from now on, to a side's CPUs.
     *
     * @throws UnsupportedOperationException when the system does not let threads be pinned, or this JVM may not use so many CPUs
     */
    public void pin(Side side) {
        if (place(side) > 0) {
            BitSet wanted = new BitSet();
            wanted.set(number(place(side)));
            Affinity.setAffinity(wanted);
            if (!Affinity.getAffinity().equals(wanted)) {
                throw unsupported(place(side));
            }
        }
    }

    /** For the record: the {@code cpu} in force, and the {@code serverCpu} where that is another. */
    public Map<String, String> facts() {
        return isApart()
                ? Map.of("cpu", cpu(Side.CLIENT), "serverCpu", cpu(Side.SERVER))
                : Map.of("cpu", cpu(Side.CLIENT));
    }

    /** The CPUs that the calling thread may use, as {@link #cpu} has them; {@code any} where it does not matter. */
    public String currentCpus() {
        return this == FREE
                ? ANY
                : Affinity.getAffinity().stream().mapToObj(Integer::toString).collect(Collectors.joining(","));
    }
}
