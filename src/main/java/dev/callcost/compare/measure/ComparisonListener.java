package dev.callcost.compare.measure;

import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.Together;
import dev.callcost.compare.measure.SideBySide.TrialPairs;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionEvent.Cause;
import dev.callcost.compare.session.SessionEvent.ForkLoss;
import dev.callcost.compare.session.SessionEvent.Warming;
import dev.callcost.data.RowKey;
import dev.callcost.launch.JmhJar.JarPair;
import dev.callcost.text.Progress.RowsDone;
import dev.callcost.text.Progress.TimeLeft;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Follows a comparison while it is measured. One method is called at a time. */
public interface ComparisonListener {
    /**
     * Before anything runs.
     *
     * @param jdks the versions of both sides' JDKs, where they differ
     * @param budget of pairs, and of scouts too where the user named it; empty where no pair will follow
     */
    void begins(Session session, List<String> jdks, Optional<Duration> budget, boolean isOfUser);

    /** What differs between the jars is known. */
    void compared(Session session, List<JarPair> jars);

    /** A scout of a row is about to start. */
    void scouts(RowKey row, RowsDone done, TimeLeft time);

    /** A fork that counts a row's work is about to start. */
    void counts(RowKey row, RowsDone done, TimeLeft time);

    /** The work of rows has been counted. */
    void counted(Session session);

    /** A scout did not measure, as no other did before. */
    void lost(ForkLoss loss);

    /** What is planned of a session, or that the budget has no time for it. */
    void planned(Session session, PlannedWork work);

    /** Something limits how many pairs run at once. */
    void limited(String note);

    /** How many pairs run at once was found. */
    void found(TrialPairs trial, int most);

    /** Rows get pairs; {@code round} is 0 for first pairs. */
    void nextRound(int round, int rows, long open, int of, TimeLeft time);

    /** What runs now. */
    void runs(List<RunningPair> pairs, TimeLeft time);

    /** Rows were chosen by their first pairs. */
    void chosen(Optional<Together> together, int chosen, int of);

    /** A fork did not measure, as none of its row did before. */
    void lost(ForkLoss loss, TimeLeft time);

    /** A row warms up longer, or is given up. */
    void warms(Warming warming, TimeLeft time);

    /** A row is finished, and slower or faster. */
    void decided(RowVerdict row, TimeLeft time);

    /** Samples of a row are about to be taken. */
    void explains(RowKey row, TimeLeft time, Supplier<String> step);

    void explained(RowVerdict row, Cause cause);

    /**
     * A pair that runs.
     *
     * @param round 0 for a first pair
     * @param step what its first fork does
     */
    record RunningPair(RowKey row, int round, Supplier<String> step) {}

    /**
     * What is to be counted.
     *
     * @param usual the estimated time
     * @param limit of the time; empty without a budget
     */
    record PlannedCounts(int rows, Duration usual, Optional<Duration> limit) {}

    /**
     * What pairs are for.
     *
     * @param isOpen whether pairs can begin: scouts know all rows, and the budget is not over
     * @param time of the pairs; empty where none begins
     */
    record PlannedWork(boolean isOpen, Optional<PlannedTime> time) {}

    /**
     * The estimated time of pairs.
     *
     * @param scouted what scouts took of the budget; zero where they have none
     * @param usual with the pairs that a row usually needs
     * @param most with all that a session measures of a row
     * @param firstPairs for how many rows the budget has first pairs
     * @param firstRows how many rows get pairs before all others
     */
    record PlannedTime(Duration scouted, Estimated usual, Estimated most, long firstPairs, int firstRows) {}

    /** @param takesBudget whether it is all that the budget still has */
    record Estimated(Duration time, boolean takesBudget) {}
}
