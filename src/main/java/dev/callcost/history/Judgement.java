package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.HistoryReader.History;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a history shows by the rule of src/docs/history.md. All indices are those of {@code runs}, which are the runs of
 * the history in the same order.
 *
 * @param margin from which a change matters, as a share: 0.03
 * @param rows by label; without those that the newest runs lack
 */
public record Judgement(History history, double margin, List<JudgedRun> runs, List<RowHistory> rows) {
    /** A row that so many of the newest runs lack has ended. */
    private static final int ENDED = 11;

    /** @param history with one run at least */
    public static Judgement of(History history, double margin) {
        int newest = history.runs().size() - 1;
        History before = new History(history.runs().subList(0, newest), List.of());
        return of(
                history,
                margin,
                newest == 0 ? List.of() : of(before, margin, List.of()).rows());
    }

    /** @param before the rows of the same history without its newest run; changes of rows that it lacks are not new */
    static Judgement of(History history, double margin, List<RowHistory> before) {
        List<RowKey> keys = history.runs().stream()
                .flatMap(run -> run.values().keySet().stream())
                .distinct()
                .sorted(RowKey.BY_LABEL)
                .toList();
        List<JudgedRun> smeared = JudgedRun.of(history.runs(), keys, (row, run) -> 0);
        List<RowRule> first = keys.stream()
                .map(key -> new RowRule(key, smeared, margin, Optional.empty()))
                .toList();
        Places steps = Places.of(first, smeared.size());
        if (!steps.areShared()) {
            return new Judgement(history, margin, smeared, rows(history, first, steps, before));
        }
        List<JudgedRun> runs = JudgedRun.of(history.runs(), keys, (row, run) -> steps.level(first.get(row), run));
        List<RowRule> rules = first.stream()
                .map(rule -> new RowRule(rule.key(), runs, margin, Optional.of(rule)))
                .toList();
        return new Judgement(history, margin, runs, rows(history, rules, Places.of(rules, runs.size()), before));
    }

    private static List<RowHistory> rows(History history, List<RowRule> rules, Places places, List<RowHistory> before) {
        Map<RowKey, RowHistory> known = before.stream().collect(Collectors.toMap(RowHistory::key, Function.identity()));
        Set<RowKey> newest = history.runs().stream()
                .skip(Math.max(0, history.runs().size() - ENDED))
                .flatMap(run -> run.values().keySet().stream())
                .collect(Collectors.toSet());
        return rules.stream()
                .filter(rule -> newest.contains(rule.key()))
                .map(rule -> rule.judge(Optional.ofNullable(known.get(rule.key())), places))
                .toList();
    }

    /** Whether the newest run lacks a row. */
    boolean isMissing(RowHistory row) {
        return row.points().get(row.points().size() - 1).run() < runs.size() - 1;
    }

    public JudgedRun newest() {
        return runs.get(runs.size() - 1);
    }

    public String label(int run) {
        return runs.get(run).run().label();
    }

    /** {@code 21fffff..22fffff}. */
    public String range(int good, int bad) {
        return label(good) + ".." + label(bad);
    }

    /** Whether no row has enough runs. */
    public boolean isTooShort() {
        return rows.stream().allMatch(RowHistory::isTooShort);
    }
}
