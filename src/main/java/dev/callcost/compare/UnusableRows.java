package dev.callcost.compare;

import dev.callcost.data.ResultsFile;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Rows that a file holds and that cannot be judged, because their scores cannot be used. They fail like rows without scores: a row that stopped measuring
 * is never the same.
 *
 * @param base base's files without these rows
 * @param head head's
 * @param reasons why a row cannot be used, by row
 */
record UnusableRows(List<ResultsFile> base, List<ResultsFile> head, Map<RowKey, String> reasons) {
    static UnusableRows in(List<ResultsFile> base, List<ResultsFile> head) {
        Map<RowKey, String> reasons = new LinkedHashMap<>();
        head.forEach(file -> file.refused().forEach(row -> reasons.putIfAbsent(row.key(), "head " + row.reason())));
        base.forEach(file -> file.refused().forEach(row -> reasons.putIfAbsent(row.key(), "base " + row.reason())));
        return new UnusableRows(without(reasons, base), without(reasons, head), reasons);
    }

    private static List<ResultsFile> without(Map<RowKey, String> rows, List<ResultsFile> files) {
        return files.stream()
                .map(file -> new ResultsFile(
                        file.path(),
                        file.rows().stream()
                                .filter(row -> !rows.containsKey(row.key()))
                                .toList()))
                .toList();
    }

    /** These rows, which have FAILED. */
    Stream<VerdictRow> failed() {
        return reasons.entrySet().stream()
                .map(row -> new VerdictRow(
                        row.getKey(),
                        Verdict.FAILED,
                        Optional.of(row.getValue()),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        true,
                        0,
                        0,
                        List.of(),
                        Optional.empty(),
                        VerdictRow.Losses.NONE));
    }
}
