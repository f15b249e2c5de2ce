package dev.callcost.history;

import dev.callcost.data.RowKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The rule of {@code history}, see src/docs/history.md.
 *
 * @param margin from which a change matters, as a share: 0.03
 */
public record HistoryRule(double margin, List<AcceptedChange> accepted) {
    /** @param history with one run at least */
    public Judgement judge(History history) {
        int newest = history.runs().size() - 1;
        History before = new History(history.source(), history.runs().subList(0, newest), history.notes());
        return judge(history, newest == 0 ? List.of() : judge(before, List.of()).rows());
    }

    /** @param before the rows of the same history without its newest run; changes of rows that it lacks are not new */
    Judgement judge(History history, List<RowHistory> before) {
        Map<RowKey, RowHistory> known = before.stream().collect(Collectors.toMap(RowHistory::key, Function.identity()));
        List<RowKey> keys = history.runs().stream()
                .flatMap(run -> run.values().keySet().stream())
                .distinct()
                .sorted(RowKey.BY_LABEL)
                .toList();
        List<JudgedRun> runs = JudgedRun.of(history.runs(), keys);
        Map<RowKey, ForkScatter> scatter = ForkScatter.of(history.runs(), keys);
        List<RowHistory> rows = keys.stream()
                .map(key -> new RowRule(key, runs, margin, scatter.getOrDefault(key, ForkScatter.UNKNOWN))
                        .judge(Optional.ofNullable(known.get(key)), accepted))
                .toList();
        return new Judgement(
                history, margin, runs, rows, SharedChange.in(rows), LastTwo.of(history.runs(), rows, margin));
    }
}
