package dev.callcost.history;

import dev.callcost.file.BadFileException;
import dev.callcost.file.TextLines;
import dev.callcost.text.Sections;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

final class RunOrder {
    private static final String COMMIT = "[0-9a-f]{7,64}";

    private RunOrder() {}

    /** By start where all runs have one, else as given. */
    static List<HistoryRun> byStart(List<HistoryRun> runs, List<String> notes) {
        long without = runs.stream().filter(run -> run.time().isEmpty()).count();
        if (without == 0) {
            return runs.stream()
                    .sorted(Comparator.comparing(run -> run.time().orElseThrow()))
                    .toList();
        }
        if (without < runs.size()) {
            notes.add("starts are missing (" + without + " of " + runs.size()
                    + " runs), so all runs stay in the order given");
        }
        return runs;
    }

    /**
     * By the commits of a file, a line each, the oldest first; runs of one commit keep their order.
     *
     * @param notes receives how many runs were left out because the file lacks their commits
     * @throws BadFileException when the file is unreadable, a line is no commit, or no run is left
     */
    static List<HistoryRun> byCommits(List<HistoryRun> runs, Path file, List<String> notes) {
        List<String> commits = TextLines.read(file, (line, number) -> commit(line));
        Map<Integer, List<HistoryRun>> placed = runs.stream()
                .collect(Collectors.groupingBy(run -> place(run, commits), TreeMap::new, Collectors.toList()));
        List<HistoryRun> leftOut = placed.getOrDefault(commits.size(), List.of());
        if (leftOut.size() == runs.size()) {
            throw new BadFileException(file, "names the commit of no run");
        }
        if (!leftOut.isEmpty()) {
            Set<String> labels =
                    leftOut.stream().map(HistoryRun::label).collect(Collectors.toCollection(LinkedHashSet::new));
            notes.add(Sections.count(leftOut.size(), "run") + " left out: " + file + " lacks " + Sections.some(labels));
        }
        placed.remove(commits.size());
        return placed.values().stream().flatMap(List::stream).toList();
    }

    /** The index of a run's commit; their number where it is none of them. */
    private static int place(HistoryRun run, List<String> commits) {
        return IntStream.range(0, commits.size())
                .filter(n -> run.commit().isPresent() && run.isOf(commits.get(n)))
                .findFirst()
                .orElse(commits.size());
    }

    private static String commit(String line) {
        String commit = line.split("\\s", 2)[0];
        if (!commit.matches(COMMIT)) {
            throw new IllegalArgumentException("a line begins with a commit, was " + line);
        }
        return commit;
    }

    /** What speaks against the order of runs that no list of commits gave: dates that run backwards, commits that come again after others. */
    static List<String> doubts(List<HistoryRun> runs) {
        Set<String> backwards = new LinkedHashSet<>();
        Set<String> again = new LinkedHashSet<>();
        Set<Optional<String>> seen = new HashSet<>();
        for (int n = 1; n < runs.size(); n++) {
            HistoryRun before = runs.get(n - 1);
            HistoryRun run = runs.get(n);
            if (before.time().isPresent()
                    && run.time().filter(before.time().get()::isAfter).isPresent()) {
                backwards.add(run.label());
            }
            seen.add(before.commit());
            if (run.commit().isPresent()
                    && seen.contains(run.commit())
                    && !run.commit().equals(before.commit())) {
                again.add(run.label());
            }
        }
        List<String> doubts = new ArrayList<>();
        if (!backwards.isEmpty()) {
            doubts.add(
                    "the dates of runs go backwards at " + Sections.some(backwards) + "; --order sorts runs by commit");
        }
        if (!again.isEmpty()) {
            doubts.add(Sections.count(again.size(), "commit") + " measured again after other commits: "
                    + Sections.some(again) + "; --order brings all runs of a commit together");
        }
        return doubts;
    }
}
