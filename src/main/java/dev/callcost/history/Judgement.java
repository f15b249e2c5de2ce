package dev.callcost.history;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * What a history shows. All indices are those of {@code runs}, which are the runs of the history in the same order.
 *
 * @param margin from which a change matters, as a share
 * @param rows by label
 */
public record Judgement(
        History history, double margin, List<JudgedRun> runs, List<RowJudgement> rows, List<SharedChange> shared) {
    /** A commit's abbreviation has so many digits at least. */
    private static final int SHORTEST_COMMIT = 7;

    public JudgedRun newest() {
        return runs.get(runs.size() - 1);
    }

    /** The index of the newest run of a commit, which may be shortened, or with a label. */
    public OptionalInt find(String commit) {
        return IntStream.range(0, runs.size())
                .filter(run -> isAt(runs.get(run).run(), commit))
                .max();
    }

    static boolean isAt(Run run, String commit) {
        String known = run.commit().orElse(run.label());
        return known.equals(commit)
                || Math.min(known.length(), commit.length()) >= SHORTEST_COMMIT
                        && (known.startsWith(commit) || commit.startsWith(known));
    }
}
