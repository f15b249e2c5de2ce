package dev.callcost.cli;

import dev.callcost.data.QuietForks;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.file.BadFileException;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.LadderTable;
import dev.callcost.launch.Console;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.RoundSchedule;
import dev.callcost.launch.Rounds;
import dev.callcost.launch.RunArguments;
import dev.callcost.launch.RunFiles;
import dev.callcost.load.RateTable;
import dev.callcost.pages.ResultsPage;
import dev.callcost.text.CommandException;
import dev.callcost.text.Numbers;
import dev.callcost.text.Progress.ProgressLine;
import dev.callcost.text.Progress.TimeLeft;
import dev.callcost.text.Sections;
import dev.callcost.text.Wrap;
import dev.callcost.warnings.Warnings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Prints how far a run is, its tables so far, and at its end what it measured. */
final class RunReport implements Rounds.Listener {
    private final Console console;
    private final RunFiles files;
    private final RoundSchedule schedule;
    private final RowNames names;
    private final RunArguments user;
    private final int width;

    /** Why the work of rows was not counted, by their names. */
    private final Map<String, String> uncounted = new TreeMap<>();

    RunReport(Console console, RunFiles files, RoundSchedule schedule, RowNames names, RunArguments user, int width) {
        this.console = console;
        this.files = files;
        this.schedule = schedule;
        this.names = names;
        this.user = user;
        this.width = width;
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
        String line = schedule.line(row, outcome, RunReport::text);
        if (outcome instanceof ForkOutcome.Failed) {
            console.say(line);
        } else {
            console.sayMore(line);
        }
    }

    @Override
    public void isUncounted(PlannedRow row, String reason) {
        uncounted.put(names.of(row.key()), reason);
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
        try {
            files.measured().ifPresent(file -> sayTables(file, false, false));
        } catch (BadFileException e) {
            // the end of the run reports the fault
        }
    }

    /**
     * Prints what the run measured.
     *
     * @param complete false when the process was told to end
     * @throws CommandException (failure) when no row has scores that can be used
     */
    void say(boolean complete) {
        Optional<String> missed = complete && user.precision().isPresent() ? missed() : Optional.empty();
        files.texts().forEach(console::print);
        Optional<ResultsFile> measured = Optional.empty();
        Optional<String> fault = Optional.empty();
        try {
            measured = files.measured();
        } catch (BadFileException e) {
            fault = Optional.of(e.getMessage());
        }
        measured.ifPresent(file -> sayTables(file, true, missed.isEmpty()));
        list("Warnings:", Warnings.of(QuietForks.among(files.forks())));
        missed.ifPresent(console::say);
        if (schedule.isOutOfTime()) {
            console.say("The time budget ended; some rows have fewer forks than requested.");
        }
        list("Skipped:", schedule.skips());
        list("FAILED:", schedule.failures());
        list(
                "Work not counted:",
                uncounted.entrySet().stream()
                        .map(row -> row.getKey() + ": " + row.getValue())
                        .toList());
        if (!files.uncounted().isEmpty()) {
            console.say("Work without that of " + Sections.some(files.uncounted()) + ", which cannot be counted.");
        }
        if (!complete && files.hasLog()) {
            console.say("Stopped. To resume: " + Wrap.unbroken(files.resuming()));
        }
        measured.ifPresent(file -> console.say("Page: " + ResultsPage.writeBeside(file)));
        console.say(files.hasResults() ? "Results: " + files.results() : "No results.");
        fault.ifPresent(message -> {
            throw CommandException.failure(message);
        });
    }

    /** @param lacking see {@link LadderTable#notes} */
    private void sayTables(ResultsFile file, boolean isLast, boolean lacking) {
        Sections page = Sections.text(width);
        RateTable.of(file).ifPresent(table -> table.addTo(page));
        RateTable.rest(file)
                .map(Ladder::of)
                .map(LadderTable::new)
                .ifPresent(table -> table.addTo(page).list(isLast ? table.notes(lacking) : List.of()));
        console.print("\n" + page.text().stripTrailing());
    }

    /**
     * How many rows have not reached the precision, the widest, and how to continue; empty when all have reached it.
     */
    private Optional<String> missed() {
        List<PlannedRow> missed = schedule.missed();
        return missed.stream()
                .findFirst()
                .map(widest -> "Not known to " + user.precision().orElseThrow().text() + ": " + missed.size() + " of "
                        + Sections.count(schedule.rows(), "row") + ", the widest " + names.of(widest.key()) + " ("
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

    private void list(String title, List<String> lines) {
        if (!lines.isEmpty()) {
            console.say(title);
            lines.forEach(line -> console.say("  " + line));
        }
    }
}
