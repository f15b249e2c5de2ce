package dev.callcost.cli;

import dev.callcost.data.RowKey.RowNames;
import dev.callcost.launch.Console;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.RoundSchedule;
import dev.callcost.launch.Rounds;
import dev.callcost.text.Numbers;
import dev.callcost.text.Progress.ProgressLine;
import dev.callcost.text.Progress.TimeLeft;
import dev.callcost.text.Sections;

/** Prints how far a run is. */
final class RunProgress implements Rounds.Listener {
    private final Console console;
    private final RoundSchedule schedule;
    private final RowNames names;
    private final RunTables tables;

    RunProgress(Console console, RoundSchedule schedule, RowNames names, RunTables tables) {
        this.console = console;
        this.schedule = schedule;
        this.names = names;
        this.tables = tables;
    }

    @Override
    public void starts(PlannedRow row, HostFolder host) {
        console.watch(
                new ProgressLine(
                        "round " + schedule.round(),
                        TimeLeft.about(schedule.nanosSpent(), schedule.nanosLeft()),
                        names.forms(row.key())),
                () -> host.step(row));
    }

    @Override
    public void ended(PlannedRow row, ForkOutcome outcome) {
        console.unwatch();
        String line = schedule.line(row, outcome, RunProgress::text);
        if (outcome instanceof ForkOutcome.Failed) {
            console.say(line);
        } else {
            console.sayMore(line);
        }
    }

    @Override
    public void isUncounted(PlannedRow row, String reason) {
        tables.addUncounted(names.of(row.key()), reason);
    }

    private static String text(ForkOutcome.Measured fork) {
        return Numbers.significant(fork.fork().row().forkValues()[0], 4) + " "
                + fork.fork().unit();
    }

    @Override
    public void roundEnded() {
        console.sayRound("round " + schedule.round() + " of " + schedule.rounds() + ": "
                + Sections.count(schedule.forksOfRound(), "fork") + " in "
                + Numbers.duration(schedule.nanosOfRound()) + ", " + Numbers.duration(schedule.nanosLeft())
                + " left");
    }

    @Override
    public void tableDue() {
        tables.sayInterim();
    }
}
