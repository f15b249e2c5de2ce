package dev.callcost.stats;

import dev.callcost.data.Row;
import java.util.Set;

/**
 * Equal for rows whose forks are expected to scatter alike. Threads on several CPUs jump with the places that the scheduler gives them and with how
 * deep the other CPU sleeps: forks of such rungs differ by 4 to 15 %, forks of a rung on one CPU by 2 % (results/epyc-vm-jdk17-rungs,
 * results/epyc-vm-jdk25-rungs).
 *
 * @param mode JMH's short name of the mode
 * @param onSeveralCpus whether the row has threads on several CPUs
 */
public record Scatter(String mode, boolean onSeveralCpus) {
    private static final String FREE = "FREE";
    private static final Set<String> ON_SEVERAL = Set.of(FREE, "TWO_CPUS");

    public static Scatter of(Row row) {
        return new Scatter(row.mode(), isOnSeveralCpus(row));
    }

    static boolean isOnSeveralCpus(Row row) {
        return ON_SEVERAL.contains(pinning(row));
    }

    /** Whether the row's threads run on any CPU. */
    public static boolean isFree(Row row) {
        return FREE.equals(pinning(row));
    }

    private static String pinning(Row row) {
        return row.params().getOrDefault("pinning", "");
    }
}
