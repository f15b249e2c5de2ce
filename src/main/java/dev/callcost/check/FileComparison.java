package dev.callcost.check;

import dev.callcost.results.ResultsFile;
import dev.callcost.results.Row;
import dev.callcost.results.verdict.Conclusion;
import dev.callcost.results.verdict.Rule;
import dev.callcost.results.verdict.Verdict;
import dev.callcost.text.BadFileException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Two results files, row by row. Rows are the same when benchmark, mode, threads and all params are.
 *
 * @param base the file compared with
 * @param head the file that is judged
 * @param rule how each row was judged
 * @param rows the rows that both hold, in the order of base
 * @param onlyInBase rows that head lacks: removed, renamed, or failed
 * @param onlyInHead rows that base lacks
 */
public record FileComparison(
        ResultsFile base,
        ResultsFile head,
        Rule rule,
        List<RowComparison> rows,
        List<Row> onlyInBase,
        List<Row> onlyInHead) {

    private record Key(String benchmark, String mode, int threads, Map<String, String> params) {
        static Key of(Row row) {
            return new Key(row.benchmark(), row.mode(), row.threads(), row.params());
        }
    }

    /**
     * Compares two files.
     *
     * @param margin the relative difference that does not matter
     * @throws BadFileException when a file holds a row twice
     */
    public static FileComparison of(ResultsFile base, ResultsFile head, double margin) {
        Map<Key, Row> before = byKey(base);
        Map<Key, Row> after = byKey(head);
        List<Row> onlyInBase = new ArrayList<>();
        Map<Row, Row> pairs = new LinkedHashMap<>();
        before.forEach((key, row) -> {
            if (after.containsKey(key)) {
                pairs.put(row, after.remove(key));
            } else {
                onlyInBase.add(row);
            }
        });
        long judged = pairs.entrySet().stream()
                .filter(pair -> RowComparison.isComparable(pair.getKey(), pair.getValue()))
                .count();
        Rule rule = Rule.forEachOf((int) Math.max(1, judged), margin);
        List<RowComparison> rows = pairs.entrySet().stream()
                .map(pair -> RowComparison.of(pair.getKey(), pair.getValue(), rule, pairs.size()))
                .toList();
        return new FileComparison(base, head, rule, rows, List.copyOf(onlyInBase), List.copyOf(after.values()));
    }

    private static Map<Key, Row> byKey(ResultsFile file) {
        Map<Key, Row> rows = new LinkedHashMap<>();
        for (Row row : file.rows()) {
            if (rows.put(Key.of(row), row) != null) {
                throw new BadFileException(file.path(), "holds the row " + row.label() + " twice");
            }
        }
        return rows;
    }

    /** How many rows have a verdict. */
    public long count(Verdict verdict) {
        return rows.stream().filter(row -> row.verdict() == verdict).count();
    }

    /** Whether nothing is left open: every row is in both files, measured alike, and decided. */
    public boolean isComplete() {
        return onlyInBase.isEmpty()
                && onlyInHead.isEmpty()
                && rows.stream()
                        .allMatch(row -> !row.isOpen() && row.differences().isEmpty());
    }

    /**
     * What it comes to.
     *
     * @param strict whether everything must be shown
     */
    public Conclusion outcome(boolean strict) {
        if (rows.stream().anyMatch(RowComparison::isRegression)) {
            return Conclusion.REGRESSION;
        }
        return strict && !isComplete() ? Conclusion.NOT_SHOWN : Conclusion.OK;
    }
}
