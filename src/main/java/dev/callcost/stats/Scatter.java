package dev.callcost.stats;

import dev.callcost.data.Row;

/**
 * Equal for rows whose forks are expected to scatter alike. Threads on several CPUs depend on where the scheduler puts
 * them and how deeply the other CPU sleeps: forks of such rungs differ by 4 to 15 %, forks of a rung on one CPU by 2 %
 * (results/epyc-vm-jdk17-rungs, results/epyc-vm-jdk25-rungs).
 *
 * @param mode JMH's short name of the mode
 * @param onSeveralCpus whether the row has threads on several CPUs
 */
public record Scatter(String mode, boolean onSeveralCpus) {
    public static Scatter of(Row row) {
        return new Scatter(row.mode(), row.isOnSeveralCpus());
    }
}
