package dev.callcost.cli;

import dev.callcost.data.Log;
import dev.callcost.data.QuietForks;
import dev.callcost.data.ResultsFile;
import dev.callcost.file.BadFileException;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.LadderTable;
import dev.callcost.launch.Console;
import dev.callcost.launch.Precision;
import dev.callcost.launch.Rounds;
import dev.callcost.launch.RunFiles;
import dev.callcost.load.RateTable;
import dev.callcost.pages.ResultsPage;
import dev.callcost.text.CommandException;
import dev.callcost.text.Sections;
import dev.callcost.text.Wrap;
import dev.callcost.warnings.Warnings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tables of a run, while it is measured and at its end. */
final class RunTables {
    private final Console console;
    private final RunFiles files;
    private final int width;

    RunTables(Console console, RunFiles files, int width) {
        this.console = console;
        this.files = files;
        this.width = width;
    }

    /** Prints the tables so far. */
    void sayInterim() {
        if (files.hasResults()) {
            orFault(() -> sayTables(false, false), new ArrayList<>()); // the end of the run reports the fault
        }
    }

    /**
     * Prints what the run measured.
     *
     * @param complete false when the process was told to end
     * @throws CommandException (failure) when one of the run's own files cannot be used
     */
    void say(Rounds rounds, boolean complete, Optional<Precision> precision) {
        Optional<String> missed = precision.filter(goal -> complete).flatMap(goal -> rounds.missed());
        files.texts().forEach(console::print);
        List<String> faults = new ArrayList<>();
        if (files.hasResults()) {
            orFault(() -> sayTables(true, missed.isEmpty()), faults);
        }
        if (files.hasLog()) {
            orFault(() -> list("Warnings:", Warnings.of(QuietForks.among(Log.forks(files.log())))), faults);
        }
        missed.ifPresent(console::say);
        if (rounds.schedule().isOutOfTime()) {
            console.say("The time budget ended; some rows have fewer forks than requested.");
        }
        list("Skipped:", rounds.schedule().skips());
        list("FAILED:", rounds.schedule().failures());
        if (!complete && files.hasLog()) {
            console.say("Stopped. To resume: " + Wrap.unbroken(files.resuming()));
        }
        if (files.hasResults() && faults.isEmpty()) {
            console.say("Page: " + ResultsPage.writeBeside(files.results()));
        }
        console.say(files.hasResults() ? "Results: " + files.results() : "No results.");
        if (!faults.isEmpty()) {
            throw CommandException.failure(String.join("; ", faults));
        }
    }

    /** Prints what one of the run's own files holds, or adds a line why it cannot be used. */
    private static void orFault(Runnable printing, List<String> faults) {
        try {
            printing.run();
        } catch (BadFileException e) {
            faults.add(e.getMessage());
        }
    }

    /** @param lacking see {@link LadderTable#notes} */
    private void sayTables(boolean isLast, boolean lacking) {
        ResultsFile file = ResultsFile.read(files.results());
        Sections page = Sections.text(width);
        RateTable.of(file).ifPresent(table -> table.addTo(page));
        RateTable.rest(file)
                .map(Ladder::of)
                .map(LadderTable::new)
                .ifPresent(table -> table.addTo(page).list(isLast ? table.notes(lacking) : List.of()));
        console.print("\n" + page.text().stripTrailing());
    }

    private void list(String title, List<String> lines) {
        if (!lines.isEmpty()) {
            console.say(title);
            lines.forEach(line -> console.say("  " + line));
        }
    }
}
