package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.HistoryRun.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes runs that were read alike: each counts once, and a row has units that can be converted. */
final class AlikeRuns {
    /** What names a run best: its commit and start, and not the name of a copy, which is longer. */
    private static final Comparator<HistoryRun> FULLEST = Comparator.comparing(
                    (HistoryRun run) -> run.commit().isEmpty())
            .thenComparing(run -> run.time().isEmpty())
            .thenComparing(run -> run.label().length());

    private final List<HistoryRun> runs;
    private final Remarks remarks;

    /** @param runs in any order */
    private AlikeRuns(List<HistoryRun> runs, Remarks remarks) {
        this.runs = runs;
        this.remarks = remarks;
    }

    /** Without copies: two measurements never have equal numbers. */
    static List<HistoryRun> once(List<HistoryRun> runs, Remarks remarks) {
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
    static List<HistoryRun> inUnits(List<HistoryRun> runs, Remarks remarks) {
        return new AlikeRuns(runs, remarks).inUnits();
    }

    private List<HistoryRun> inUnits() {
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
        otherModes();
        return all;
    }

    private static String becomes(String how, String unit, String other, HistoryRun at) {
        return how + ", because the unit " + unit + " becomes " + other + " at " + at.label();
    }

    /** Another mode makes another row without a further word, so a benchmark that changes its mode is named. */
    private void otherModes() {
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
