package dev.callcost.launch;

import dev.callcost.agent.ForkGate;
import dev.callcost.agent.WorkReader;
import dev.callcost.data.CountedWork;
import dev.callcost.data.RowKey;
import dev.callcost.launch.ForkJvm.ForkFlags;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.util.Utils;

/**
 * The rounds of a run: starts the forks that a {@link RoundSchedule} names, and writes what they measured. When it is
 * resumed, it has the forks of the earlier process.
 */
public final class Rounds implements ForkPlan<PlannedRow> {
    private final RoundSchedule schedule;
    private final RunFiles files;
    private final RunArguments user;
    private final ForkCounter counter;
    private final Listener listener;

    /** How many forks of a row have counted its work. */
    private final Map<PlannedRow, Integer> counted = new HashMap<>();

    /** Follows a run; one method is called at a time, while no fork is measured or when one is about to start. */
    public interface Listener {
        /** @param host where the row's fork writes, which is about to start */
        void starts(PlannedRow row, HostFolder host);

        /** The row was measured, and its work was not counted. */
        void isUncounted(PlannedRow row, String reason);

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
     * @param counter adds forks that count
     * @param earlier the run to resume; a fork that it kept does not run again
     */
    public Rounds(
            List<PlannedRow> rows,
            RoundSchedule schedule,
            RunFiles files,
            Optional<EarlierRun> earlier,
            RunArguments user,
            ForkCounter counter,
            Listener listener) {
        this.schedule = schedule;
        this.files = files;
        this.user = user;
        this.counter = counter;
        this.listener = listener;
        Map<RowKey, PlannedRow> byKey = new HashMap<>();
        rows.forEach(row -> byKey.put(row.key(), row));
        for (EarlierRun.EndedFork kept : earlier.map(EarlierRun::ended).orElse(List.of())) {
            PlannedRow row = byKey.get(kept.row());
            if (row != null) { // the log may have forks of rows that the run lacks
                files.note(row, kept.round(), kept.outcome());
                schedule.keep(row, kept.round(), kept.outcome());
                note(row, kept.outcome());
            }
        }
    }

    private void note(PlannedRow row, ForkOutcome outcome) {
        if (outcome instanceof ForkOutcome.Measured it
                && CountedWork.of(it.fork().row()).isPresent()) {
            counted.merge(row, 1, Integer::sum);
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
        List<ForkPlan.ForkCommand> forks = new ArrayList<>(List.of(new SuiteFork(row, user, List.of())));
        counter.next(row, counted.getOrDefault(row, 0))
                .map(it -> new SuiteFork(it.row(), it.arguments(), it.agent()))
                .ifPresent(forks::add);
        return forks;
    }

    @Override
    public void starts(PlannedRow row, HostFolder host) {
        listener.starts(row, host);
    }

    @Override
    public void ended(PlannedRow row, List<ForkOutcome> outcomes) {
        ForkOutcome outcome = withCounts(row, outcomes);
        note(row, outcome);
        files.ended(row, schedule.round(), outcome);
        schedule.ended(row, outcome);
        listener.ended(row, outcome);
        if (schedule.isRoundOver()) {
            listener.roundEnded();
        } else if (schedule.isFirstTableDue()) {
            listener.tableDue();
        }
    }

    private ForkOutcome withCounts(PlannedRow row, List<ForkOutcome> outcomes) {
        ForkOutcome first = outcomes.get(0);
        if (outcomes.size() < 2 || !(first instanceof ForkOutcome.Measured measured)) {
            return first;
        }
        if (outcomes.get(1) instanceof ForkOutcome.Measured counts) {
            return measured.withMetrics(WorkReader.PREFIX, counts);
        }
        listener.isUncounted(row, outcomes.get(1).message());
        return first;
    }

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

    /**
     * A fork of a row of this suite, with this JVM's class path. The host has this JVM's arguments.
     *
     * @param agent arguments of a JVM that counts work; empty of one that is measured
     */
    private record SuiteFork(PlannedRow row, RunArguments arguments, List<String> agent)
            implements ForkPlan.ForkCommand {
        @Override
        public List<String> host(Path temporary) {
            List<String> command = new ArrayList<>(List.of(Utils.getCurrentJvm()));
            command.addAll(ForkFlags.silence(Runtime.version().feature()));
            command.addAll(inherited());
            command.addAll(List.of(
                    "-Djava.io.tmpdir=" + temporary,
                    "-cp",
                    System.getProperty("java.class.path"),
                    ForkGate.class.getName()));
            return command;
        }

        private static List<String> inherited() {
            return ManagementFactory.getRuntimeMXBean().getInputArguments();
        }

        @Override
        public Path result(HostFolder place) {
            return place.object();
        }

        @Override
        public List<String> options(HostFolder place) {
            String profiler = agent.isEmpty() ? place.recorder() : place.workReader();
            List<String> options = place.options(row, arguments, profiler);
            options.addAll(row.options(arguments));
            options.addAll(ForkFlags.of(row, arguments, ForkJvm.of(row, arguments), place, inherited())
                    .inheriting(ForkFlags.left(inherited(), arguments))
                    .after(agent, row, arguments, inherited())
                    .options());
            return options;
        }
    }
}
