package dev.callcost.launch;

import java.util.List;
import java.util.Optional;

/** Adds forks that count work to those of a run. What they measure does not count, so they measure nothing else. */
public interface ForkCounter {
    /** For a run that counts no work. */
    ForkCounter NONE = (row, counted) -> Optional.empty();

    /**
     * A fork that counts what the fork of another row measures.
     *
     * @param row how the counting fork runs it
     * @param agent arguments of its JVM in addition to those of benchmark and user
     */
    record CountingFork(PlannedRow row, RunArguments arguments, List<String> agent) {}

    /**
     * The fork that follows a measured one.
     *
     * @param counted how many forks of the row have counted
     * @return empty where no further fork counts the row
     */
    Optional<CountingFork> next(PlannedRow row, int counted);
}
