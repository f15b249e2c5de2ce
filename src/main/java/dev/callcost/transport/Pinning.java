package dev.callcost.transport;

import java.util.BitSet;
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
    ONE_CPU {
        @Override
        public String pinCurrentThread() {
            int cpu = Affinity.getAffinity().length() - 1;
            BitSet wanted = new BitSet();
            if (cpu >= 0) {
                wanted.set(cpu);
                Affinity.setAffinity(wanted);
            }
            if (cpu < 0 || !Affinity.getAffinity().equals(wanted)) {
                throw new UnsupportedOperationException("this system does not let a thread be pinned to one CPU");
            }
            return Integer.toString(cpu);
        }

        @Override
        public String currentCpus() {
            return Affinity.getAffinity().toString();
        }
    },
    /** No pinning: the scheduler places the threads, with cross-CPU wake-ups as they come. */
    FREE {
        @Override
        public String pinCurrentThread() {
            return "any";
        }

        @Override
        public String currentCpus() {
            return "any";
        }
    };

    /**
     * Restricts the calling thread, and the threads it creates from now on, to this pinning's CPUs.
     *
     * @return the CPU in force, or {@code any}
     * @throws UnsupportedOperationException when the system does not let threads be pinned
     */
    public abstract String pinCurrentThread();

    /** The CPUs that the calling thread may use, as text to compare; {@code any} where it does not matter. */
    public abstract String currentCpus();
}
