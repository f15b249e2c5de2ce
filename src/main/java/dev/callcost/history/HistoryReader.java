package dev.callcost.history;

import com.google.gson.JsonObject;
import dev.callcost.data.ResultsFile;
import dev.callcost.text.BadFileException;
import dev.callcost.text.CommandException;
import dev.callcost.text.JsonLines;
import dev.callcost.text.Sections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads histories from files or from a store.
 *
 * @param suite the suite of github-action-benchmark's store, where it has several
 * @param order a file with commits, the oldest first, which orders the runs
 * @param renames {@code OLD=NEW} each, see {@link Renames#joined}
 */
public record HistoryReader(Optional<String> suite, Optional<Path> order, List<String> renames) {
    /**
     * A run that was just measured here.
     *
     * @param machine the members of an {@code environment.json} for the machine
     */
    public record Here(String commit, JsonObject machine) {}

    /**
     * The runs of files, by their start where all have one; those of github-action-benchmark in the order of their arrival.
     *
     * @throws BadFileException when a file is unreadable
     * @throws CommandException (usage) when suite or renames are wrong
     */
    public History files(List<Path> paths) {
        List<String> notes = new ArrayList<>();
        HistoryFiles files = HistoryFiles.read(paths, suite, notes);
        if (!files.areOfStore()
                && order.isEmpty()
                && files.areOfFolder()
                && files.runs().stream().allMatch(run -> run.time().isEmpty())) {
            notes.add("runs are in the order of their names, because no environment.json has their start");
        }
        String source = paths.size() == 1 ? paths.get(0).toString() : Sections.count(paths.size(), "file");
        return history(source, files.areOfStore() ? files.runs() : RunOrder.byStart(files.runs(), notes), notes);
    }

    /**
     * The runs of a store, by their start where all have one.
     *
     * @throws BadFileException when the store is unreadable
     * @throws CommandException (usage) when renames are wrong
     */
    public History store(Path store) {
        List<String> notes = new ArrayList<>();
        return history(store.toString(), RunOrder.byStart(new RunStore(store).read(), notes), notes);
    }

    private History history(String source, List<Run> read, List<String> notes) {
        List<Run> runs = read;
        if (order.isPresent()) {
            runs = RunOrder.byCommits(runs, order.get(), notes);
        } else {
            notes.addAll(RunOrder.doubts(runs));
        }
        for (String rename : renames) {
            runs = Renames.joined(runs, rename);
        }
        notes.addAll(RenameOffers.of(runs));
        return new History(source, runs, List.copyOf(notes));
    }

    /**
     * Adds the runs of files to a store, which is created if it does not exist. A run that it holds is not added again.
     *
     * @param here gives a single results file what it lacks: its commit, and without {@code environment.json} the machine and the time of the file
     * @return what was added, a line each
     * @throws BadFileException when a file is unreadable
     * @throws CommandException (usage) when a commit is given for several runs, or the store is packed; (bad file) when the store cannot be written
     */
    public List<String> append(Path store, List<Path> paths, Optional<Here> here) {
        if (store.toString().endsWith(JsonLines.GZIP)) {
            throw CommandException.usage("history: " + store + " is packed; --append needs it unpacked");
        }
        List<String> lines = new ArrayList<>();
        List<Run> runs = HistoryFiles.read(paths, suite, lines).runs();
        if (here.isPresent()) {
            if (runs.size() != 1) {
                throw CommandException.usage("history: --commit is for one run, not for " + runs.size());
            }
            runs = List.of(completed(runs.get(0), paths.get(0), here.get()));
        }
        List<String> added =
                new RunStore(store).append(runs).stream().map(Run::label).toList();
        lines.add(store + ": " + Sections.count(added.size(), "run") + " added"
                + (added.isEmpty() ? "" : ", " + Sections.some(added))
                + (added.size() < runs.size() ? "; " + (runs.size() - added.size()) + " it held already" : ""));
        return lines;
    }

    private static Run completed(Run run, Path path, Here here) {
        Map<String, String> machine = new TreeMap<>(JmhRun.machine(here.machine));
        machine.putAll(run.machine());
        Path file = ResultsFile.find(path);
        try {
            Instant written = Files.getLastModifiedTime(file).toInstant();
            return new Run(
                    Run.shortened(here.commit),
                    Optional.of(here.commit),
                    run.time().or(() -> Optional.of(written)),
                    machine,
                    run.values());
        } catch (IOException e) {
            throw new BadFileException(file, e);
        }
    }
}
