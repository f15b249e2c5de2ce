package dev.callcost.history;

import dev.callcost.history.RowJudgement.BytesChange;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Marks the changes that are accepted. */
final class Acceptance {
    /** A change's place may move by so many runs while more runs arrive. */
    private static final int NEAR = Cuts.SHORTEST;

    private Acceptance() {}

    static RowJudgement marked(RowJudgement row, List<Run> runs, List<Accepted> accepted) {
        List<Accepted> ofRow =
                accepted.stream().filter(it -> row.key().has(it.row())).toList();
        return ofRow.isEmpty()
                ? row
                : row.with(
                        row.changes().stream()
                                .map(change -> change.accepted(why(change.bad(), runs, ofRow)))
                                .toList(),
                        row.bytes().stream()
                                .map(it -> new BytesChange(
                                        it.good(),
                                        it.bad(),
                                        it.before(),
                                        it.after(),
                                        it.isNewest(),
                                        it.isNew(),
                                        why(it.bad(), runs, ofRow)))
                                .toList());
    }

    private static Optional<String> why(int bad, List<Run> runs, List<Accepted> accepted) {
        return accepted.stream()
                .filter(it -> IntStream.rangeClosed(Math.max(0, bad - NEAR), Math.min(runs.size() - 1, bad + NEAR))
                        .anyMatch(run -> Judgement.isAt(runs.get(run), it.commit())))
                .map(Accepted::why)
                .findFirst();
    }
}
