package dev.callcost.launch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is measured, in which order and until when. {@link ForkHosts} follows it, and calls one method at a time. */
public interface ForkPlan<R> {
    /**
     * The rows of the next round, in their order. It is called when the last row of a round has begun. While forks run,
     * an empty list means that nothing can begin before one of them ends; with no forks it means that the plan is over.
     */
    List<R> nextRound();

    /** Whether the rest of the round is left out, for example because the budget ended. */
    default boolean isOver() {
        return false;
    }

    void begins(R row);

    /** The row's next forks: one, or two that belong together. */
    List<ForkCommand> forks(R row);

    /** How many rows have forks at the same time. */
    default int atOnce() {
        return 1;
    }

    /** The CPUs that rows with forks at the same time share out; none where forks are not confined to CPUs. */
    default List<Integer> cpus() {
        return List.of();
    }

    /**
     * How many of {@link #cpus} a row's forks are confined to. A row that gets all of them runs alone, and is not
     * confined.
     */
    default int cpus(R row) {
        return 0;
    }

    /**
     * Whether two forks that belong together warm up at once and are measured in turns; else the second begins when the
     * first has measured.
     */
    default boolean inTurns() {
        return false;
    }

    /** Notes that the first fork is about to start, and where it writes. */
    default void starts(R row, HostFolder place) {}

    /** @param outcomes in the order of the forks, none stopped; only the first one's when the second did not begin */
    void ended(R row, List<ForkOutcome> outcomes);

    /** How a fork is started. */
    interface ForkCommand {
        /**
         * The command line of its host. Forks whose hosts have equal command lines and CPUs share a {@link ForkHost},
         * except those that run at once.
         *
         * @param temporary takes JMH's own files
         */
        List<String> host(Path temporary);

        /** Whether the host that was started for this fork serves no other fork. */
        default boolean isHostOver() {
            return false;
        }

        /**
         * Variables of its host and thus of the fork and of the processes that this starts, in addition to those of
         * this process.
         */
        default Map<String, String> environment(HostFolder place) {
            return Map.of();
        }

        /** The file that takes the fork's result. */
        Path result(HostFolder place);

        /** JMH's options. */
        List<String> options(HostFolder place);

        /**
         * How long a fork that takes turns is measured at most, whatever number of iterations it has; empty when it
         * runs all of them.
         */
        default Optional<Duration> longest() {
            return Optional.empty();
        }
    }
}
