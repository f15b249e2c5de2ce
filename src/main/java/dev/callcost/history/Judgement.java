package dev.callcost.history;

import dev.callcost.data.RowKey;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * What a history shows. All indices are those of {@code runs}, which are the runs of the history in the same order.
 *
 * @param margin from which a change matters, as a share
 * @param rows by label
 * @param lastTwo the newest runs of rows that are too short, and have two
 */
public record Judgement(
        History history,
        double margin,
        List<JudgedRun> runs,
        List<RowHistory> rows,
        List<SharedChange> shared,
        Map<RowKey, LastTwo> lastTwo) {
    public JudgedRun newest() {
        return runs.get(runs.size() - 1);
    }

    public String label(int run) {
        return runs.get(run).run().label();
    }

    /** Whether both runs are of one commit that is known. */
    public boolean isRerun(int run, int other) {
        return runs.get(run).run().isRerunOf(runs.get(other).run());
    }

    /** {@code 21fffff..22fffff}. */
    public String range(int good, int bad) {
        return label(good) + ".." + label(bad);
    }

    /** The index of the newest run of a commit, which may be shortened, or with a label. */
    public OptionalInt find(String commit) {
        return IntStream.range(0, runs.size())
                .filter(run -> runs.get(run).run().isOf(commit))
                .max();
    }
}
