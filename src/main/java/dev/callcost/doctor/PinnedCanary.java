package dev.callcost.doctor;

import java.util.BitSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import net.openhft.affinity.Affinity;

/**
 * The canary on the CPU where ONE_CPU cells run, which may be slow while another one is not.
 *
 * @param canary what it said
 * @param cpu the CPU, or {@code any} where threads cannot be pinned
 */
public record PinnedCanary(Canary canary, String cpu) {

    /** Lets it sing there, in a thread of its own: the calling thread keeps its CPUs. */
    public static PinnedCanary sing() {
        return singOn(Affinity.getAffinity().length() - 1);
    }

    /** Lets it sing on a CPU, or on any when that cannot be had. */
    static PinnedCanary singOn(int cpu) {
        FutureTask<PinnedCanary> task = new FutureTask<>(() -> {
            BitSet wanted = new BitSet();
            wanted.set(cpu);
            Affinity.setAffinity(wanted);
            if (!Affinity.getAffinity().equals(wanted)) {
                throw new IllegalStateException("not pinned to CPU " + cpu);
            }
            return new PinnedCanary(Canary.sing(), Integer.toString(cpu));
        });
        Thread thread = new Thread(task, "callcost-pinned");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get();
        } catch (ExecutionException e) {
            return new PinnedCanary(Canary.sing(), "any");
        } catch (InterruptedException e) {
            throw new IllegalStateException("told to end", e);
        }
    }
}
