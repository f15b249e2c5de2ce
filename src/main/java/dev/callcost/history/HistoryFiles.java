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
 * Runs of results files and logs, folders of them, and stores of github-action-benchmark, in the order given; those of a folder in the order of names. A file
 * that cannot be read ends the command: a history that leaves its newest run out by itself would be green whatever that run shows.
 *
 * @param areOfStore whether a file is a store, whose order counts
 * @param areOfFolder whether the runs of a folder were read, whose names order them
 */
record HistoryFiles(List<Run> runs, boolean areOfStore, boolean areOfFolder) {
    /**
     * @param suite the suite of a store that has several
     * @param notes receives what a reader should know
     * @throws BadFileException when a file is missing or unreadable, or a folder holds no results
     * @throws CommandException (usage) when a suite is named and there is none, or the other way around
     */
    static HistoryFiles read(List<Path> paths, Optional<String> suite, List<String> notes) {
        List<Run> runs = new ArrayList<>();
        boolean areOfStore = false;
        boolean areOfFolder = false;
        for (Path path : paths) {
            if (Files.isDirectory(path) && ResultsFile.in(path).isEmpty()) {
                areOfFolder = true;
                inside(path, notes).forEach(file -> runs.add(JmhRun.read(file, notes)));
            } else if (!Files.isDirectory(path) && DataJs.isOne(path)) {
                areOfStore = true;
                runs.addAll(DataJs.read(path, suite, notes));
            } else if (path.toString().endsWith(".jsonl") && !Log.isLog(path)) {
                throw CommandException.usage(
                        "history: " + path + " is no results file; a store is read by --store " + path);
            } else {
                runs.add(JmhRun.read(path, notes));
            }
        }
        if (suite.isPresent() && !areOfStore) {
            throw CommandException.usage("history: --suite is for github-action-benchmark's data.js");
        }
        return new HistoryFiles(runs, areOfStore, areOfFolder);
    }

    /** The folders of runs in a folder, and the results files in it. */
    private static List<Path> inside(Path folder, List<String> notes) {
        try (Stream<Path> inside = Files.list(folder)) {
            List<Path> results = inside.filter(path -> Files.isDirectory(path)
                            ? ResultsFile.in(path).isPresent()
                            : isResults(path.getFileName().toString()))
                    .sorted(Comparator.comparing((Path path) -> Numbers.sortable(path.toString())))
                    .toList();
            if (results.isEmpty()) {
                throw new BadFileException(
                        folder,
                        "the folder holds no results: neither *.json nor folders with " + ResultsFile.NAME + " or "
                                + Log.NAME);
            }
            List<Path> runs = results.stream().filter(HistoryFiles::isRun).toList();
            if (runs.size() < results.size()) {
                notes.add(folder + ": " + Sections.count(results.size() - runs.size(), "folder")
                        + " of compare or bill left out");
            }
            return runs;
        } catch (IOException e) {
            throw new BadFileException(folder, e);
        }
    }

    private static boolean isRun(Path path) {
        Path file = ResultsFile.find(path);
        return !Log.isLog(file) || Log.command(file) == Log.Command.RUN;
    }

    private static boolean isResults(String name) {
        return name.matches(".*\\.json(\\.gz)?") && !name.endsWith(ResultsFile.ENVIRONMENT);
    }
}
