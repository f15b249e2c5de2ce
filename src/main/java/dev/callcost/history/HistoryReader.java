package dev.callcost.history;

import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.RowKey;
import dev.callcost.file.BadFileException;
import dev.callcost.history.HistoryRun.Remarks;
import dev.callcost.history.HistoryRun.Value;
import dev.callcost.text.CommandException;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the runs of results files, of folders of them, and of github-action-benchmark's store. */
public final class HistoryReader {
    /**
     * The runs of one suite, the oldest first.
     *
     * @param notes what a reader should know about the order or the files, a line each
     */
    public record History(List<HistoryRun> runs, List<String> notes) {}

    /**
     * Begins with the run that is named best: by its commit and start, and not by the name of a copy, which is longer.
     */
    private static final Comparator<HistoryRun> FULLEST = Comparator.comparing(
                    (HistoryRun run) -> run.commit().isEmpty())
            .thenComparing(run -> run.time().isEmpty())
            .thenComparing(run -> run.label().length());

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
            if (isFolder(path)) {
                runs(path).forEach(file -> all.add(JmhRun.read(file, file, remarks)));
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
        List<HistoryRun> runs = once(all, remarks);
        List<String> notes = new ArrayList<>();
        long without = runs.stream().filter(run -> run.time().isEmpty()).count();
        if (without == 0 && !hasDataJs) {
            runs.sort(Comparator.comparing(run -> run.time().orElseThrow()));
        } else if (without > 0 && (without < runs.size() || paths.stream().anyMatch(HistoryReader::isFolder))) {
            notes.add("runs stand in the order given, those of a folder by name: " + without + " of " + runs.size()
                    + " have no start time in environment.json");
        }
        List<HistoryRun> alike = inUnits(runs, remarks);
        notes.addAll(0, remarks.lines());
        return new History(List.copyOf(alike), List.copyOf(notes));
    }

    /** Whether a path is a folder that is not itself a run. */
    private static boolean isFolder(Path path) {
        return Files.isDirectory(path) && ResultsFile.in(path).isEmpty();
    }

    /**
     * The files and the folders of runs, by name.
     *
     * @throws BadFileException when the folder is unreadable or has none
     */
    private static List<Path> runs(Path folder) {
        try (Stream<Path> inside = Files.list(folder)) {
            List<Path> runs = inside.filter(HistoryReader::isRun)
                    .sorted(Comparator.comparing((Path path) -> Numbers.sortable(path.toString())))
                    .toList();
            if (runs.isEmpty()) {
                throw new BadFileException(
                        folder,
                        "the folder holds no results: neither *.json nor folders with " + ResultsFile.NAME + ", "
                                + Log.NAME + " or a file of JMH's");
            }
            return runs;
        } catch (IOException e) {
            throw new BadFileException(folder, e);
        }
    }

    private static boolean isRun(Path path) {
        String name = path.getFileName().toString();
        return Files.isDirectory(path)
                ? ResultsFile.isIn(path)
                : name.matches(".*\\.json(\\.gz)?") && !name.endsWith(ResultsFile.ENVIRONMENT);
    }

    /** Without copies: two measurements never have equal numbers. */
    private static List<HistoryRun> once(List<HistoryRun> runs, Remarks remarks) {
        Map<String, Integer> known = new HashMap<>();
        List<HistoryRun> once = new ArrayList<>();
        for (HistoryRun run : runs) {
            Integer place = run.numbers().isEmpty() ? null : known.putIfAbsent(run.numbers(), once.size());
            if (place == null) {
                once.add(run);
                continue;
            }
            HistoryRun first = once.get(place);
            remarks.add(
                    "runs with the same numbers are one measurement and count once",
                    first.label().equals(run.label()) ? run.label() + " twice" : first.label() + " and " + run.label());
            once.set(place, Stream.of(first, run).min(FULLEST).orElseThrow());
        }
        return once;
    }

    /**
     * With another row for the values of a unit that cannot be converted to the newest one.
     *
     * @param runs the oldest first
     */
    private static List<HistoryRun> inUnits(List<HistoryRun> runs, Remarks remarks) {
        Map<RowKey, String> bases = new HashMap<>();
        runs.forEach(run -> run.values().forEach((key, value) -> bases.put(key, value.base())));
        Map<RowKey, Value> before = new HashMap<>();
        List<HistoryRun> all = new ArrayList<>();
        for (HistoryRun run : runs) {
            Map<RowKey, Value> values = new LinkedHashMap<>();
            run.values().forEach((key, value) -> {
                Value last = before.put(key, value);
                if (last != null && !last.isConvertedAs(value)) {
                    String how = last.base().equals(value.base()) ? "converted" : "two rows";
                    remarks.add(becomes(how, last.unit(), value.unit(), run), key.label());
                }
                values.put(value.base().equals(bases.get(key)) ? key : key.in(value.unit()), value);
            });
            all.add(run.with(values));
        }
        otherModes(runs, remarks);
        return all;
    }

    private static String becomes(String how, String unit, String other, HistoryRun at) {
        return how + ", because the unit " + unit + " becomes " + other + " at " + at.label();
    }

    /** Another mode makes another row without a further word, so a benchmark that changes its mode is named. */
    private static void otherModes(List<HistoryRun> runs, Remarks remarks) {
        for (int n = 1; n < runs.size(); n++) {
            HistoryRun run = runs.get(n);
            HistoryRun previous = runs.get(n - 1);
            Map<RowKey, RowKey> before = byBenchmark(previous);
            byBenchmark(run).forEach((benchmark, key) -> {
                RowKey last = before.getOrDefault(benchmark, key);
                if (!last.mode().equals(key.mode()) && !run.values().containsKey(last)) {
                    String unit = previous.values().get(last).unit();
                    remarks.add(becomes("two rows", unit, run.values().get(key).unit(), run), last.label());
                }
            });
        }
    }

    /** The row of each benchmark with its params and threads; one of them where it has several modes. */
    private static Map<RowKey, RowKey> byBenchmark(HistoryRun run) {
        return run.values().keySet().stream()
                .collect(Collectors.toMap(
                        key -> new RowKey(key.benchmark(), "", key.threads(), key.params()),
                        key -> key,
                        (first, second) -> first,
                        LinkedHashMap::new));
    }
}
