package dev.callcost.doctor;

import java.util.OptionalInt;

/**
 * The canary on the CPU where ONE_CPU cells run, which may be slow while another one is not.
 *
 * @param canary what it said
 * @param cpu the CPU, or {@code any} where threads cannot be pinned
 */
public record PinnedCanary(Canary canary, String cpu) {
    private static final String ANY = "any";

    /** Lets it sing there, in a thread of its own: the calling thread keeps its CPUs. */
    public static PinnedCanary sing() {
        OptionalInt cpu = PinnedThread.highestCpu();
        return cpu.isPresent() ? singOn(cpu.getAsInt()) : new PinnedCanary(Canary.sing(), ANY);
    }

    /** Lets it sing on a CPU, or on any when that cannot be had. */
    static PinnedCanary singOn(int cpu) {
        try {
            return new PinnedCanary(PinnedThread.call(cpu, Canary::sing), Integer.toString(cpu));
        } catch (UnsupportedOperationException e) {
            return new PinnedCanary(Canary.sing(), ANY);
        }
    }
}
