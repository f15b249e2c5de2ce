package dev.callcost.history;

import dev.callcost.compare.FileComparison;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.history.RowJudgement.LastTwo;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** {@code check} of the two newest runs of rows with too few runs for the rule of {@code history}. */
final class OneAgainstOne {
    private OneAgainstOne() {}

    /**
     * A row's two newest runs.
     *
     * @param base index of the older run
     * @param head index of the newer run
     */
    record Two(int base, int head, Run.Value before, Run.Value after) {}

    static Map<RowKey, LastTwo> of(Map<RowKey, Two> rows, double margin) {
        Map<RowKey, LastTwo> judged = new HashMap<>();
        if (!rows.isEmpty()) {
            FileComparison.of(file(rows, Two::before), file(rows, Two::after), margin)
                    .rows()
                    .forEach(row -> row.score().ifPresent(score -> {
                        Two two = rows.get(row.key());
                        judged.put(row.key(), new LastTwo(two.base, two.head, score.verdict(), score.slowdown()));
                    }));
        }
        return judged;
    }

    private static ResultsFile file(Map<RowKey, Two> rows, Function<Two, Run.Value> side) {
        return new ResultsFile(
                Path.of(ResultsFile.NAME),
                rows.entrySet().stream()
                        .map(row -> row(row.getKey(), side.apply(row.getValue())))
                        .toList());
    }

    /** A fork's only score is its median; a value without forks counts as one fork. */
    private static Row row(RowKey key, Run.Value value) {
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
