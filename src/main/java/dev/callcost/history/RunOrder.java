package dev.callcost.history;

import dev.callcost.text.BadFileException;
import dev.callcost.text.Sections;
import dev.callcost.text.TextLines;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/** The order of runs, and what speaks against it. */
final class RunOrder {
    private static final String COMMIT = "[0-9a-f]{7,64}";

    private RunOrder() {}

    /** By start where all runs have one, else as given. */
    static List<Run> byStart(List<Run> runs, List<String> notes) {
        long started = runs.stream().filter(run -> run.time().isPresent()).count();
        if (started < runs.size()) {
            if (started > 0) {
                notes.add(Sections.count(runs.size() - started, "run") + " of " + runs.size()
                        + " without a start: all runs stay in the order given");
            }
            return runs;
        }
        return runs.stream()
                .sorted(Comparator.comparing(run -> run.time().orElseThrow()))
                .toList();
    }

    /**
     * By the commits of a file, a line each, the oldest first; runs of one commit keep their order.
     *
     * @param notes receives how many runs were left out because the file lacks their commits
     * @throws BadFileException when the file is unreadable, a line is no commit, a run's commit stands for several, or no run is left
     */
    static List<Run> byCommits(List<Run> runs, Path file, List<String> notes) {
        List<String> commits = TextLines.read(file, RunOrder::commit);
        List<Map.Entry<Integer, Run>> placed = new ArrayList<>();
        Set<String> leftOut = new LinkedHashSet<>();
        for (Run run : runs) {
            OptionalInt place = place(run, commits, file);
            place.ifPresentOrElse(at -> placed.add(Map.entry(at, run)), () -> leftOut.add(run.label()));
        }
        if (placed.isEmpty()) {
            throw new BadFileException(file, "names the commit of no run");
        }
        if (!leftOut.isEmpty()) {
            notes.add(Sections.count(runs.size() - placed.size(), "run") + " left out: " + file + " lacks "
                    + some(List.copyOf(leftOut)));
        }
        return placed.stream()
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .toList();
    }

    private static String commit(String line) {
        String commit = line.split("\\s", 2)[0];
        if (!commit.matches(COMMIT)) {
            throw new IllegalArgumentException("does not begin with a commit: " + line);
        }
        return commit;
    }

    private static OptionalInt place(Run run, List<String> commits, Path file) {
        if (run.commit().isEmpty()) {
            return OptionalInt.empty();
        }
        String commit = run.commit().get();
        List<Integer> places = IntStream.range(0, commits.size())
                .filter(n -> isSame(commit, commits.get(n)))
                .boxed()
                .toList();
        if (places.stream().map(commits::get).distinct().count() > 1) {
            throw new BadFileException(
                    file, "has " + places.size() + " commits that begin with " + commit + ", that of a run");
        }
        return places.isEmpty() ? OptionalInt.empty() : OptionalInt.of(places.get(0));
    }

    /** Either may be abbreviated. */
    static boolean isSame(String a, String b) {
        return a.startsWith(b) || b.startsWith(a);
    }

    /** What speaks against the order of runs that no list of commits gave: dates that run backwards, commits that come again after others. */
    static List<String> doubts(List<Run> runs) {
        List<String> doubts = new ArrayList<>();
        List<String> backwards = new ArrayList<>();
        Set<String> again = new LinkedHashSet<>();
        Set<String> seen = new HashSet<>();
        for (int n = 1; n < runs.size(); n++) {
            Run before = runs.get(n - 1);
            Run run = runs.get(n);
            Optional<Instant> last = before.time();
            if (last.isPresent() && run.time().filter(last.get()::isAfter).isPresent()) {
                backwards.add(run.label());
            }
            before.commit().ifPresent(seen::add);
            run.commit()
                    .filter(commit -> seen.contains(commit) && !before.commit().equals(run.commit()))
                    .ifPresent(commit -> again.add(run.label()));
        }
        if (!backwards.isEmpty()) {
            doubts.add("runs do not stand in the order of their dates, at " + some(backwards)
                    + "; --order puts them in the order of commits");
        }
        if (!again.isEmpty()) {
            doubts.add(Sections.count(again.size(), "commit") + " measured again after other commits: "
                    + some(List.copyOf(again)) + "; --order puts all runs of a commit together");
        }
        return doubts;
    }

    /** Some of many names. */
    static String some(List<String> names) {
        int most = 3;
        return String.join(", ", names.subList(0, Math.min(most, names.size())))
                + (names.size() > most ? " and " + (names.size() - most) + " more" : "");
    }
}
