package dev.callcost.stats;

import dev.callcost.data.Row;
import java.util.Set;

/**
 * What rows have in common whose forks are expected to scatter alike: they are of one mode, and those with threads on several CPUs apart. These jump with where
 * the scheduler puts the threads and how deep the other CPU sleeps: forks of such rungs differ by 4 to 15 %, those of a rung on one CPU by 2 %
 * (results/epyc-vm-jdk17-rungs, results/epyc-vm-jdk25-rungs).
 *
 * @param mode JMH's short name of the mode
 * @param onSeveralCpus whether the row has threads on several CPUs
 */
public record Scatter(String mode, boolean onSeveralCpus) {
    private static final String PINNING = "pinning";
    private static final String FREE = "FREE";
    private static final Set<String> ON_SEVERAL = Set.of(FREE, "TWO_CPUS");

    /** That of a row. */
    public static Scatter of(Row row) {
        return new Scatter(row.mode(), isOnSeveralCpus(row));
    }

    /** Whether the row has threads on several CPUs, by its params. */
    static boolean isOnSeveralCpus(Row row) {
        return ON_SEVERAL.contains(row.params().getOrDefault(PINNING, ""));
    }

    /** Whether the row's threads run on any CPU, by its params. */
    public static boolean isFree(Row row) {
        return FREE.equals(row.params().get(PINNING));
    }
}
