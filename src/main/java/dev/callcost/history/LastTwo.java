package dev.callcost.history;

import dev.callcost.compare.FileVerdicts;
import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Verdict;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The two newest runs of a row with too few runs for the rule of {@code history}, one against one, as {@code check} judges them.
 *
 * @param base index of the older run
 * @param head index of the newer run
 */
public record LastTwo(int base, int head, Verdict verdict, Estimate slowdown) {
    static Map<RowKey, LastTwo> of(List<HistoryRun> runs, List<RowHistory> rows, double margin) {
        Map<RowKey, List<Integer>> two = new LinkedHashMap<>();
        for (RowHistory row : rows) {
            List<Integer> known = row.newestSegment();
            if (row.isTooShort() && known.size() > 1) {
                two.put(row.key(), known.subList(known.size() - 2, known.size()));
            }
        }
        Map<RowKey, LastTwo> judged = new HashMap<>();
        if (!two.isEmpty()) {
            FileVerdicts.of(file(runs, two, 0), file(runs, two, 1), margin)
                    .rows()
                    .forEach(row -> row.score().ifPresent(score -> {
                        List<Integer> of = two.get(row.key());
                        judged.put(row.key(), new LastTwo(of.get(0), of.get(1), score.verdict(), score.slowdown()));
                    }));
        }
        return judged;
    }

    private static ResultsFile file(List<HistoryRun> runs, Map<RowKey, List<Integer>> two, int side) {
        return new ResultsFile(
                Path.of(ResultsFile.NAME),
                two.entrySet().stream()
                        .map(row -> row(
                                row.getKey(),
                                runs.get(row.getValue().get(side)).values().get(row.getKey())))
                        .toList());
    }

    /** A fork's only score is its median; a value without forks counts as one fork. */
    private static Row row(RowKey key, HistoryRun.Value value) {
        Stream<Double> logs = value.forks().isEmpty() ? Stream.of(value.logNanos()) : value.forks().stream();
        return new Row(
                key.benchmark(),
                key.mode(),
                key.threads(),
                key.params(),
                new Metric("ns/op", logs.map(log -> List.of(Math.exp(log))).toList()),
                Collections.emptySortedMap(),
                Collections.emptySortedMap());
    }
}
