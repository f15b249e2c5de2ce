package dev.callcost.launch;

import dev.callcost.data.RowKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rounds of a run: starts the forks that a {@link RoundSchedule} names, and writes what they measured. When it is
 * resumed, it has the forks of the earlier process.
 */
public final class Rounds implements ForkPlan<PlannedRow> {
    private final RoundSchedule schedule;
    private final RunFiles files;
    private final RunArguments user;
    private final Listener listener;

    /** Follows a run; one method is called at a time, while no fork is measured or when one is about to start. */
    public interface Listener {
        /** @param host where the row's fork writes, which is about to start */
        void starts(PlannedRow row, HostFolder host);

        /** The fork is in the files, and in the schedule. */
        void ended(PlannedRow row, ForkOutcome outcome);

        /** The last fork of a round has ended. */
        void roundEnded();

        /** A table of what is measured so far is due. */
        void tableDue();
    }

    /**
     * @param schedule of a run that has not begun
     * @param files take what is measured
     * @param earlier the run to resume; a fork that it kept does not run again
     */
    public Rounds(
            List<PlannedRow> rows,
            RoundSchedule schedule,
            RunFiles files,
            EarlierRun earlier,
            RunArguments user,
            Listener listener) {
        this.schedule = schedule;
        this.files = files;
        this.user = user;
        this.listener = listener;
        Map<RowKey, PlannedRow> byKey = new HashMap<>();
        rows.forEach(row -> byKey.put(row.key(), row));
        for (EarlierRun.EndedFork kept : earlier.ended()) {
            PlannedRow row = byKey.get(kept.row());
            if (row != null) { // the log may have forks of rows that the run lacks
                files.note(row, kept.round(), kept.outcome());
                schedule.keep(row, kept.round(), kept.outcome());
            }
        }
    }

    @Override
    public List<PlannedRow> nextRound() {
        int over = schedule.round();
        List<PlannedRow> next = schedule.nextRound();
        if (!next.isEmpty() && Integer.bitCount(over) == 1) { // when the forks have doubled
            listener.tableDue();
        }
        return next;
    }

    @Override
    public boolean isOver() {
        return schedule.isOver();
    }

    @Override
    public void begins(PlannedRow row) {
        schedule.begins();
        files.begins();
    }

    @Override
    public List<ForkPlan.ForkCommand> forks(PlannedRow row) {
        return List.of(new SuiteFork(row, user));
    }

    @Override
    public void starts(PlannedRow row, HostFolder host) {
        listener.starts(row, host);
    }

    @Override
    public void ended(PlannedRow row, List<ForkOutcome> outcomes) {
        ForkOutcome outcome = outcomes.get(0);
        files.ended(row, schedule.round(), outcome);
        schedule.ended(row, outcome);
        listener.ended(row, outcome);
        if (schedule.isRoundOver()) {
            listener.roundEnded();
        } else if (schedule.isFirstTableDue()) {
            listener.tableDue();
        }
    }
}
