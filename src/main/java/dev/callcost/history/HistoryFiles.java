package dev.callcost.history;

import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.text.BadFileException;
import dev.callcost.text.CommandException;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files that hold runs: results files and logs, folders of them, and stores of github-action-benchmark. A file that cannot be read ends the command: a
 * history that leaves its newest run out by itself would be green whatever that run shows.
 */
final class HistoryFiles {
    private static final String JSON = ".*\\.json(\\.gz)?";

    private final Optional<String> suite;
    private final List<String> notes;
    private boolean hasSuites;
    private boolean hasFolders;

    /**
     * @param suite the suite of a store that has several
     * @param notes receives what a reader should know
     */
    HistoryFiles(Optional<String> suite, List<String> notes) {
        this.suite = suite;
        this.notes = notes;
    }

    /**
     * The runs in the order given; the runs of a folder in the order of their names, numbers in names by value.
     *
     * @throws BadFileException when a file is missing or unreadable, or a folder holds no results
     * @throws CommandException (usage) when a suite is named and there is none, or the other way around
     */
    List<Run> read(List<Path> paths) {
        List<Run> runs = new ArrayList<>();
        paths.forEach(path -> addTo(runs, path));
        if (suite.isPresent() && !hasSuites) {
            throw CommandException.usage("history: --suite is for github-action-benchmark's data.js");
        }
        return runs;
    }

    /** Whether a file that was read is a store, whose order counts. */
    boolean hasSuites() {
        return hasSuites;
    }

    /** Whether the runs of a folder were read, whose names order them. */
    boolean hasFolders() {
        return hasFolders;
    }

    private void addTo(List<Run> runs, Path path) {
        if (Files.isDirectory(path) && ResultsFile.in(path).isEmpty()) {
            hasFolders = true;
            List<Path> inside = inside(path);
            List<Path> measured = inside.stream().filter(HistoryFiles::isRun).toList();
            if (measured.size() < inside.size()) {
                notes.add(path + ": " + Sections.count(inside.size() - measured.size(), "folder")
                        + " of compare or bill left out");
            }
            measured.forEach(file -> runs.add(JmhRun.read(file, notes)));
        } else if (!Files.isDirectory(path) && DataJs.isOne(path)) {
            hasSuites = true;
            runs.addAll(DataJs.read(path, suite, notes));
        } else if (path.toString().endsWith(".jsonl") && !Log.isLog(path)) {
            throw CommandException.usage(
                    "history: " + path + " is no results file; a store is read by --store " + path);
        } else {
            runs.add(JmhRun.read(path, notes));
        }
    }

    /** The folders of runs in a folder, and the results files in it. */
    private static List<Path> inside(Path folder) {
        try (Stream<Path> inside = Files.list(folder)) {
            List<Path> runs = inside.filter(path -> Files.isDirectory(path)
                            ? ResultsFile.in(path).isPresent()
                            : isResults(path.getFileName().toString()))
                    .sorted(Comparator.comparing((Path path) -> Numbers.sortable(path.toString())))
                    .toList();
            if (runs.isEmpty()) {
                throw new BadFileException(
                        folder,
                        "the folder holds no results: neither *.json nor folders with " + ResultsFile.NAME + " or "
                                + Log.NAME);
            }
            return runs;
        } catch (IOException e) {
            throw new BadFileException(folder, "cannot be read: " + e.getMessage());
        }
    }

    private static boolean isRun(Path path) {
        Path file = ResultsFile.find(path);
        return !Log.isLog(file) || Log.command(file) == Log.Command.RUN;
    }

    private static boolean isResults(String name) {
        return name.matches(JSON) && !name.endsWith(ResultsFile.ENVIRONMENT);
    }
}
