package dev.callcost.launch;

import java.util.List;

/**
 * What is measured, in which order and until when. {@link ForkLoop} follows it.
 *
 * @param <R> the rows
 */
public interface Plan<R> {
    /** The rows of the next round, in their order; none when the plan is over. */
    List<R> nextRound();

    /** Whether the rest of the round is left out, for example because the budget ended. */
    boolean isOver();

    /** Notes that a row's next forks begin. */
    void begins(R row);

    /** The row's next forks: one, or two that belong together. */
    List<ForkCommand> forks(R row);

    /** Whether two forks that belong together alternate by iterations; else the second begins when the first has measured. */
    default boolean inTurns() {
        return false;
    }

    /** How many times the forks run before, with results that are dropped. */
    default int warmUpForks(R row) {
        return 0;
    }

    /** Notes where the first fork is about to write. */
    default void starts(HostPlace place) {}

    /**
     * Takes how a row's forks ended.
     *
     * @param outcomes as {@link ForkHosts#run} gives them, none stopped
     */
    void ended(R row, List<ForkOutcome> outcomes);

    /** Whether the row has no further forks. */
    boolean isDone(R row);
}
