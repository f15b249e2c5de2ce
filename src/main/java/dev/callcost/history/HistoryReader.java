package dev.callcost.history;

import com.google.gson.JsonElement;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.file.BadFileException;
import dev.callcost.file.JsonLines;
import dev.callcost.text.CommandException;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads histories from files or from a store.
 *
 * @param suite the suite of github-action-benchmark's store, where it has several
 * @param order a file with commits, the oldest first, which orders the runs
 * @param renames {@code OLD=NEW} each, see {@link Renames#joined}
 */
public record HistoryReader(Optional<String> suite, Optional<Path> order, List<String> renames) {
    /**
     * The runs of files, by their start where all have one; those of github-action-benchmark in the order of their arrival.
     *
     * @throws BadFileException when a file is unreadable
     * @throws CommandException (usage) when suite or renames are wrong
     */
    public History files(List<Path> paths) {
        List<String> notes = new ArrayList<>();
        List<HistoryRun> runs = read(paths, notes);
        if (paths.stream().noneMatch(HistoryReader::isDataJs)) {
            if (order.isEmpty()
                    && paths.stream().anyMatch(HistoryReader::isOfRuns)
                    && runs.stream().allMatch(run -> run.time().isEmpty())) {
                notes.add("runs are in the order of their names, because no environment.json has their start");
            }
            runs = RunOrder.byStart(runs, notes);
        }
        return history(paths.size() == 1 ? paths.get(0).toString() : Sections.count(paths.size(), "file"), runs, notes);
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

    private History history(String source, List<HistoryRun> read, List<String> notes) {
        List<HistoryRun> runs =
                order.map(file -> RunOrder.byCommits(read, file, notes)).orElse(read);
        if (order.isEmpty()) {
            notes.addAll(RunOrder.doubts(runs));
        }
        for (String rename : renames) {
            runs = Renames.joined(runs, rename);
        }
        notes.addAll(Renames.offers(runs));
        return new History(source, runs, List.copyOf(notes));
    }

    /**
     * Adds the runs of files to a store, which is created if it does not exist. A run that it holds is not added again.
     *
     * @param commit of a single run that was just measured here; without {@code environment.json} it gets the machine and the time of the file too
     * @param machine as in an {@code environment.json}
     * @return what was added, a line each
     * @throws BadFileException when a file is unreadable
     * @throws CommandException (usage) when a commit is given for several runs, or the store is packed; (bad file) when the store cannot be written
     */
    public List<String> append(Path store, List<Path> paths, Optional<String> commit, JsonElement machine) {
        if (store.toString().endsWith(JsonLines.GZIP)) {
            throw CommandException.usage("history: " + store + " is packed; --append needs it unpacked");
        }
        List<String> lines = new ArrayList<>();
        List<HistoryRun> runs = read(paths, lines);
        if (commit.isPresent()) {
            if (runs.size() != 1) {
                throw CommandException.usage("history: --commit is for one run, not for " + runs.size());
            }
            runs = List.of(completed(runs.get(0), paths.get(0), commit.get(), machine));
        }
        List<String> added =
                new RunStore(store).append(runs).stream().map(HistoryRun::label).toList();
        lines.add(store + ": " + Sections.count(added.size(), "run") + " added"
                + (added.isEmpty() ? "" : ", " + Sections.some(added))
                + (added.size() < runs.size() ? "; " + (runs.size() - added.size()) + " it held already" : ""));
        return lines;
    }

    /**
     * The runs in the order given, those of a folder in the order of names. A file that cannot be read ends the command: a history that leaves its newest
     * run out by itself would be green whatever that run shows.
     */
    private List<HistoryRun> read(List<Path> paths, List<String> notes) {
        List<HistoryRun> runs = new ArrayList<>();
        List<Path> names = paths.stream().map(Path::getFileName).toList();
        for (Path path : paths) {
            if (isOfRuns(path)) {
                inside(path, notes).forEach(file -> runs.add(JmhRun.read(file, file, notes)));
            } else if (isDataJs(path)) {
                runs.addAll(DataJs.read(path, suite, notes));
            } else if (path.toString().endsWith(".jsonl") && !Log.isLog(path)) {
                throw CommandException.usage(
                        "history: " + path + " is no results file; a store is read by --store " + path);
            } else {
                // files of one name are named by their folders
                boolean isAlone = names.indexOf(path.getFileName()) == names.lastIndexOf(path.getFileName());
                runs.add(JmhRun.read(path, isAlone ? path : path.resolveSibling(""), notes));
            }
        }
        if (suite.isPresent() && paths.stream().noneMatch(HistoryReader::isDataJs)) {
            throw CommandException.usage("history: --suite is for github-action-benchmark's data.js");
        }
        return runs;
    }

    private static boolean isOfRuns(Path path) {
        return Files.isDirectory(path) && ResultsFile.in(path).isEmpty();
    }

    private static boolean isDataJs(Path path) {
        return !Files.isDirectory(path) && DataJs.isOne(path);
    }

    private static HistoryRun completed(HistoryRun run, Path path, String commit, JsonElement here) {
        Map<String, String> machine = JmhRun.machine(here);
        machine.putAll(run.machine());
        Path file = ResultsFile.find(path);
        try {
            Instant time = run.time().orElse(Files.getLastModifiedTime(file).toInstant());
            return new HistoryRun(
                    HistoryRun.shortened(commit), Optional.of(commit), Optional.of(time), machine, run.values());
        } catch (IOException e) {
            throw new BadFileException(file, e);
        }
    }

    /** The folders of runs in a folder, and the results files in it. */
    private static List<Path> inside(Path folder, List<String> notes) {
        try (Stream<Path> inside = Files.list(folder)) {
            List<Path> results = inside.filter(path -> Files.isDirectory(path)
                            ? ResultsFile.isIn(path)
                            : isResults(path.getFileName().toString()))
                    .sorted(Comparator.comparing((Path path) -> Numbers.sortable(path.toString())))
                    .toList();
            if (results.isEmpty()) {
                throw new BadFileException(
                        folder,
                        "the folder holds no results: neither *.json nor folders with " + ResultsFile.NAME + ", "
                                + Log.NAME + " or a file of JMH's");
            }
            List<Path> runs = results.stream().filter(HistoryReader::isRun).toList();
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
