package dev.callcost.transport;

import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import net.openhft.affinity.Affinity;

/**
 * Which CPUs the threads of a cell may use. Threads inherit the CPUs of the thread that creates them, so set-up pins
 * before it creates any server, channel or pool. The JIT compiler and the garbage collector keep all CPUs.
 *
 * <p>On a virtual machine an idle CPU halts. Waking it from another CPU takes tens of microseconds: more than the call.
 */
public enum Pinning {
    /**
     * Client and server share the highest allowed CPU: the length of the serialized path, which repeats well but is not
     * what a user waits.
     */
    ONE_CPU(1, 1),
    /**
     * The client has the highest allowed CPU and the server the next. As without pinning, both work at the same time
     * and wake each other across CPUs, but no thread moves.
     */
    TWO_CPUS(1, 2),
    /** The scheduler places the threads. */
    FREE(0, 0);

    /** The side of a connection that a thread works for. */
    public enum ConnectionSide {
        /** Callers, the channel's event loops and executor. */
        CLIENT,
        /** The server's event loops and its handlers. */
        SERVER
    }

    private static final String ANY = "any";

    /** The place of client and server among the allowed CPUs: 1 for the highest, 0 for any. */
    private final int[] places;

    Pinning(int... places) {
        this.places = places;
    }

    /** The CPUs of the JVM, taken from the first thread to be pinned. Only this class pins. */
    private static final class Allowed {
        /** Why no thread can be pinned, where the reason is not the system's; Affinity itself is silent about it. */
        private static final Optional<String> FAULT = fault();

        private static final BitSet CPUS = Affinity.getAffinity();

        private static Optional<String> fault() {
            try {
                Class.forName("com.sun.jna.Native");
                return Optional.empty();
            } catch (ClassNotFoundException | LinkageError e) {
                String message =
                        String.valueOf(e.getMessage()).lines().findFirst().orElse("");
                return Optional.of("no thread can be pinned, because JNA's native library does not load: " + message
                        + " (java -Djna.tmpdir=FOLDER unpacks it elsewhere)");
            }
        }
    }

    private int place(ConnectionSide side) {
        return places[side.ordinal()];
    }

    /** Whether each side has a CPU of its own, so that a thread must never work for both. */
    public boolean isApart() {
        return place(ConnectionSide.CLIENT) != place(ConnectionSide.SERVER);
    }

    /**
     * The number of a side's CPU, or {@code any}.
     *
     * @throws UnsupportedOperationException when this JVM may use too few CPUs
     */
    public String cpu(ConnectionSide side) {
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
                Allowed.FAULT.orElseGet(() -> Allowed.CPUS.isEmpty() || place <= Allowed.CPUS.cardinality()
                        ? "this system does not let a thread be pinned to one CPU"
                        : "a CPU for each side needs two, and this JVM may use " + Allowed.CPUS.cardinality()));
    }

    /**
     * Pins the calling thread, and the threads that it creates from now on, to a side's CPU.
     *
     * @throws UnsupportedOperationException when the system refuses, or this JVM may use too few CPUs
     */
    public void pin(ConnectionSide side) {
        if (place(side) > 0) {
            BitSet wanted = new BitSet();
            wanted.set(number(place(side)));
            Affinity.setAffinity(wanted);
            if (!Affinity.getAffinity().equals(wanted)) {
                throw unsupported(place(side));
            }
        }
    }

    /** For the record: {@code cpu}, and {@code serverCpu} where the sides have a CPU each. */
    public Map<String, String> facts() {
        return isApart()
                ? Map.of("cpu", cpu(ConnectionSide.CLIENT), "serverCpu", cpu(ConnectionSide.SERVER))
                : Map.of("cpu", cpu(ConnectionSide.CLIENT));
    }

    /** The calling thread's name, a comma, and its {@link #currentCpus}. */
    public String currentThread() {
        return Thread.currentThread().getName() + "," + currentCpus();
    }

    /** The CPUs that the calling thread may use, joined by commas; {@code any} for {@link #FREE}. */
    public String currentCpus() {
        return this == FREE
                ? ANY
                : Affinity.getAffinity().stream().mapToObj(Integer::toString).collect(Collectors.joining(","));
    }
}
