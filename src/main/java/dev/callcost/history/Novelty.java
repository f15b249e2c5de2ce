package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.Change.Kind;
import dev.callcost.history.RowJudgement.BytesChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Marks the changes that the newest run adds. It cannot show an older change than its test reaches back from it. */
final class Novelty {
    private Novelty() {}

    /** @param before the judgement without the newest run */
    static Judgement marked(Judgement now, Judgement before) {
        Map<RowKey, RowJudgement> known =
                before.rows().stream().collect(Collectors.toMap(RowJudgement::key, Function.identity()));
        return new Judgement(
                now.history(),
                now.margin(),
                now.runs(),
                now.rows().stream()
                        .map(row -> known.containsKey(row.key()) ? marked(row, known.get(row.key())) : row)
                        .toList(),
                now.shared());
    }

    private static RowJudgement marked(RowJudgement now, RowJudgement before) {
        List<Change> changes = new ArrayList<>();
        for (int n = 0; n < now.changes().size(); n++) {
            // a change that is known may have moved as far as to its neighbours
            int after = n == 0 ? -1 : now.changes().get(n - 1).bad();
            int until = n == now.changes().size() - 1
                    ? Integer.MAX_VALUE
                    : now.changes().get(n + 1).bad();
            Change change = now.changes().get(n);
            changes.add(change.isNew(change.since() <= Tested.NEAREST
                    && before.changes().stream()
                            .noneMatch(it -> isKnown(it)
                                    && it.isSlower() == change.isSlower()
                                    && it.bad() > after
                                    && it.bad() < until)));
        }
        List<BytesChange> bytes = now.bytes().stream()
                .map(it -> new BytesChange(
                        it.good(),
                        it.bad(),
                        it.before(),
                        it.after(),
                        it.isNewest(),
                        before.bytes().stream().noneMatch(old -> !old.isNewest() && old.bad() == it.bad()),
                        it.accepted()))
                .toList();
        return now.with(changes, bytes);
    }

    private static boolean isKnown(Change change) {
        return change.kind() != Kind.SUSPECT && change.kind() != Kind.CANDIDATE;
    }
}
