package dev.callcost.cli;

import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.LadderTable;
import dev.callcost.ladder.PitfallResult;
import dev.callcost.ladder.Warnings;
import dev.callcost.launch.Console;
import dev.callcost.launch.Precision;
import dev.callcost.launch.Rounds;
import dev.callcost.launch.RunFiles;
import dev.callcost.launch.RunLog;
import dev.callcost.report.ResultsPage;
import dev.callcost.text.BadFileException;
import dev.callcost.text.CommandException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a run prints when it has ended.
 *
 * @param isJson whether its results file can be read again
 * @param width of a line of a table, in letters
 * @param browser for the page
 */
record RunEnd(Console console, Rounds rounds, RunFiles files, RunLog log, boolean isJson, int width, Browser browser) {
    /**
     * Prints it.
     *
     * @param precision that the rows were to reach
     * @throws CommandException (failure) when one of the run's own files cannot be used
     */
    void say(Optional<Precision> precision) {
        files.texts().forEach(console::say);
        List<String> faults = new ArrayList<>();
        if (isJson && files.hasResults()) {
            orFault(this::tables, faults);
        }
        if (log.holdsThisRun()) {
            orFault(() -> list("Warnings:", Warnings.brief(Log.forks(log.file()), width - 2)), faults);
        }
        precision.ifPresent(goal -> list("Not known to " + goal.text() + ":", rounds.missed()));
        if (rounds.isOutOfTime()) {
            console.say("The time budget ended; some rows have fewer forks than requested.");
        }
        list("Skipped:", rounds.skips());
        list("FAILED:", rounds.failures());
        if (console.forkLines() > 0) {
            console.say("The forks printed " + console.forkLines() + " lines of their own, see [fork] above.");
        }
        if (isJson && files.hasResults() && faults.isEmpty()) {
            browser.show(ResultsPage.writeBeside(log.results()), console::say);
        }
        console.say(files.hasResults() ? "Results: " + log.results() : "No results.");
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

    private void tables() {
        ResultsFile file = ResultsFile.read(log.results());
        Stream.of(new LadderTable(Ladder.of(file)).text(width), PitfallResult.text(file, width))
                .filter(table -> !table.isEmpty())
                .forEach(table -> console.say("\n" + table.stripTrailing()));
    }

    private void list(String title, List<String> lines) {
        if (!lines.isEmpty()) {
            console.say(title);
            lines.forEach(line -> console.say("  " + line));
        }
    }
}
