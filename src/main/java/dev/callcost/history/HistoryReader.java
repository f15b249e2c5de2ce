package dev.callcost.history;

import dev.callcost.file.BadFileException;
import dev.callcost.text.CommandException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads the runs of results files, of folders of them, and of github-action-benchmark's store. */
public final class HistoryReader {
    /**
     * The runs of one suite, the oldest first.
     *
     * @param notes what a reader should know about the order or the files, a line each
     */
    public record History(List<HistoryRun> runs, List<String> notes) {}

    private HistoryReader() {}

    /**
     * The runs by their start where all have one; else in the order given, those of a folder in the order of names. A
     * file that cannot be read ends the command: a history that leaves its newest run out by itself would be green
     * whatever that run shows.
     *
     * @param suite the suite of github-action-benchmark's store, where it has several
     * @throws BadFileException when a file is unreadable
     * @throws CommandException (usage) when the suite is wrong
     */
    public static History read(List<Path> paths, Optional<String> suite) {
        Remarks remarks = new Remarks();
        List<HistoryRun> all = new ArrayList<>();
        List<Path> names = paths.stream().map(Path::getFileName).toList();
        boolean hasDataJs = false;
        for (Path path : paths) {
            if (RunFolder.isOne(path)) {
                new RunFolder(path).runs().forEach(file -> all.add(JmhRun.read(file, file, remarks)));
            } else if (DataJs.isOne(path)) {
                hasDataJs = true;
                all.addAll(DataJs.read(path, suite, remarks));
            } else {
                // files of one name are named by their folders
                boolean isAlone = names.indexOf(path.getFileName()) == names.lastIndexOf(path.getFileName());
                all.add(JmhRun.read(path, isAlone ? path : path.resolveSibling(""), remarks));
            }
        }
        if (suite.isPresent() && !hasDataJs) {
            throw CommandException.usage("history: --suite is for github-action-benchmark's data.js");
        }
        List<HistoryRun> runs = AlikeRuns.once(all, remarks);
        List<String> notes = new ArrayList<>();
        long without = runs.stream().filter(run -> run.time().isEmpty()).count();
        if (without == 0 && !hasDataJs) {
            runs.sort(Comparator.comparing(run -> run.time().orElseThrow()));
        } else if (without > 0 && (without < runs.size() || paths.stream().anyMatch(RunFolder::isOne))) {
            notes.add("runs stand in the order given, those of a folder by name: " + without + " of " + runs.size()
                    + " have no start time in environment.json");
        }
        List<HistoryRun> alike = AlikeRuns.inUnits(runs, remarks);
        notes.addAll(0, remarks.lines());
        return new History(List.copyOf(alike), List.copyOf(notes));
    }
}
