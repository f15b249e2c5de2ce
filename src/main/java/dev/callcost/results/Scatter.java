package dev.callcost.results;

/**
 * What rows have in common whose forks are expected to scatter alike: they are of one mode, and those that are free of pinning apart, as they jump
 * with where the scheduler puts the threads.
 *
 * @param mode JMH's short name of the mode
 * @param free whether the threads run on any CPU
 */
public record Scatter(String mode, boolean free) {
    /** That of a row. */
    public static Scatter of(Row row) {
        return new Scatter(row.mode(), isFree(row));
    }

    /** Whether the row's threads run on any CPU, by its params. */
    public static boolean isFree(Row row) {
        return "FREE".equals(row.params().get("pinning"));
    }
}
