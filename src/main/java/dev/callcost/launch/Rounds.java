package dev.callcost.launch;

import dev.callcost.data.ResultsFile;
import dev.callcost.data.RowNames;
import dev.callcost.text.Numbers;
import dev.callcost.text.ProgressLine;
import dev.callcost.text.Sections;
import dev.callcost.text.Wrap;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * The rounds of a run: starts the forks that a {@link RoundSchedule} names, writes what they measured, and prints how
 * far the run is. When it is resumed, it has the forks of the earlier process.
 */
public final class Rounds implements ForkPlan<PlannedRow> {
    private final RoundSchedule schedule;
    private final RunFiles files;
    private final Console console;
    private final RunArguments user;
    private final Runnable interim;
    private final RowNames names;
    private final int count;

    /**
     * @param ladder the place of a row on the ladder, or {@link RoundSchedule#NO_RUNG}
     * @param files take what is measured
     * @param earlier the run to resume; a fork that it kept does not run again
     * @param user says when the run ends, see {@link RoundSchedule}
     * @param interim prints a table of what is measured so far
     */
    public Rounds(
            List<PlannedRow> rows,
            ToIntFunction<PlannedRow> ladder,
            RunFiles files,
            EarlierRun earlier,
            Console console,
            RunArguments user,
            long seed,
            Runnable interim) {
        this.schedule = new RoundSchedule(rows, ladder, seed, user, earlier.time(), System::nanoTime);
        this.files = files;
        this.console = console;
        this.user = user;
        this.interim = interim;
        this.names = new RowNames(rows.stream().map(PlannedRow::key).toList());
        this.count = rows.size();
        rows.forEach(row -> earlier.outcomes(row).forEach((round, outcome) -> {
            files.note(row, round, outcome);
            schedule.keep(row, round, outcome);
        }));
    }

    public RoundSchedule schedule() {
        return schedule;
    }

    @Override
    public List<PlannedRow> nextRound() {
        int over = schedule.round();
        List<PlannedRow> next = schedule.nextRound();
        if (!next.isEmpty() && Integer.bitCount(over) == 1) { // when the forks have doubled
            interim.run();
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
        console.watch(
                new ProgressLine(
                        "round " + schedule.round(),
                        schedule.nanosSpent(),
                        schedule.nanosLeft(),
                        names.forms(row.key())),
                () -> host.step(row));
    }

    @Override
    public void ended(PlannedRow row, List<ForkOutcome> outcomes) {
        ForkOutcome outcome = outcomes.get(0);
        console.unwatch();
        files.ended(row, schedule.round(), outcome);
        schedule.ended(row, outcome);
        String line = schedule.line(row, outcome, Rounds::text);
        if (outcome instanceof ForkOutcome.Failed) {
            console.say(line);
        } else {
            console.sayMore(line);
        }
        if (schedule.isRoundOver()) {
            console.sayRound("round " + schedule.round() + " of " + schedule.rounds() + ": "
                    + Sections.count(schedule.forksOfRound(), "fork") + " in "
                    + Numbers.duration(schedule.nanosOfRound()) + ", " + Numbers.duration(schedule.nanosLeft())
                    + " left");
        } else if (schedule.isFirstTableDue()) {
            interim.run();
        }
    }

    private static String text(ForkOutcome.Measured fork) {
        return Numbers.significant(fork.fork().row().forkValues()[0], 4) + " "
                + fork.fork().unit();
    }

    /**
     * How many rows have not reached the precision, the widest, and how to continue; empty when all have reached it.
     */
    public Optional<String> missed() {
        List<PlannedRow> missed = schedule.missed();
        return missed.stream()
                .findFirst()
                .map(widest -> "Not known to " + user.precision().orElseThrow().text() + ": " + missed.size() + " of "
                        + Sections.count(count, "row") + ", the widest " + names.of(widest.key()) + " ("
                        + schedule.states().get(widest).text() + " after "
                        + Sections.count(schedule.forks(widest), "fork") + "). To continue: "
                        + Wrap.unbroken("--resume " + ResultsFile.named(files.results()) + " " + more()));
    }

    /** Twice what ended the run. */
    private String more() {
        return schedule.isOutOfTime()
                ? "--budget "
                        + Numbers.exact(user.budget().orElseThrow().multipliedBy(2))
                                .replace(" ", "")
                : "-f " + 2 * schedule.rounds();
    }
}
