package dev.callcost.check;

import dev.callcost.results.Row;
import dev.callcost.results.verdict.ScoreJson;
import dev.callcost.run.warning.Warnings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A comparison of two files as JSON. Ratios are head's time over base's, a throughput turned around; intervals miss
 * the truth with the probability {@code level}; a number that is not known is left out.
 */
public final class CheckJson {
    private CheckJson() {}

    /**
     * The JSON text.
     *
     * @param strict whether everything must be shown for the outcome OK
     */
    public static String of(FileComparison comparison, boolean strict) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("base", comparison.base().path().toString());
        json.put("head", comparison.head().path().toString());
        json.put("rule", comparison.rule());
        json.put("outcome", comparison.outcome(strict));
        json.put("complete", comparison.isComplete());
        json.put(
                "rows",
                comparison.rows().stream().map(row -> row(row, comparison)).toList());
        json.put("onlyInBase", keys(comparison.onlyInBase()));
        json.put("onlyInHead", keys(comparison.onlyInHead()));
        json.put("warningsOfBase", Warnings.of(comparison.base()));
        json.put("warningsOfHead", Warnings.of(comparison.head()));
        return ScoreJson.text(json);
    }

    private static List<Map<String, Object>> keys(List<Row> rows) {
        return rows.stream().map(CheckJson::key).toList();
    }

    private static Map<String, Object> key(Row row) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("benchmark", row.benchmark());
        json.put("mode", row.mode());
        json.put("threads", row.threads());
        json.put("params", row.params());
        return json;
    }

    private static Map<String, Object> row(RowComparison row, FileComparison comparison) {
        Map<String, Object> json = key(row.base());
        json.put("base", ScoreJson.side(row.base()));
        json.put("head", ScoreJson.side(row.head()));
        json.put("verdict", row.verdict());
        row.score()
                .ifPresent(score -> ScoreJson.add(json, score, comparison.rule().confidence()));
        row.allocation().ifPresent(allocation -> json.put("allocation", allocation));
        json.put("differences", row.differences());
        return json;
    }
}
