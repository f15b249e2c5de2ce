package dev.callcost.compare.measure;

import dev.callcost.compare.session.Session;
import java.time.Duration;
import java.util.Optional;

/**
 * What a comparison would measure.
 *
 * @param work empty when the scouts were told to end
 * @param counts which come before the pairs; empty without any
 */
public record ComparisonPlan(Session session, Optional<PlannedWork> work, Optional<PlannedCounts> counts) {
    /**
     * Counts of work.
     *
     * @param usual the estimated time
     * @param limit of the time; empty without a budget
     */
    public record PlannedCounts(int rows, Duration usual, Optional<Duration> limit) {}

    /**
     * What pairs are for.
     *
     * @param isOpen whether pairs can begin: scouts know all rows, and the budget is not over
     * @param time of the pairs; empty where none begins
     */
    public record PlannedWork(boolean isOpen, Optional<PlannedTime> time) {
        /**
         * The estimated time of the pairs.
         *
         * @param scouted what scouts took of the budget; zero where they have none
         * @param usual with the pairs that a row usually needs
         * @param most with all that a session measures of a row
         * @param firstPairs for how many rows the budget has first pairs
         * @param firstRows how many rows get pairs before all others
         */
        public record PlannedTime(Duration scouted, Estimated usual, Estimated most, long firstPairs, int firstRows) {}

        /** @param takesBudget whether it is all that the budget still has */
        public record Estimated(Duration time, boolean takesBudget) {}
    }
}
