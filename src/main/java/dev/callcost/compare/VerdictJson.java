package dev.callcost.compare;

import dev.callcost.data.Estimate;
import dev.callcost.data.Row;
import dev.callcost.stats.Verdict;
import dev.callcost.text.JsonDocument;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A comparison for programs. Ratios are head's time over base's, a throughput turned around; intervals are those that decide. A number that is not known is
 * left out.
 */
record VerdictJson<R extends ComparedRow>(VerdictReport<R> report) {

    /** The JSON, ending in a line feed. */
    String text() {
        ComparedRows<R> comparison = report.comparison();
        Map<String, Object> json = new LinkedHashMap<>(report.words().json());
        json.put("outcome", report.conclusion());
        json.put("complete", comparison.isComplete());
        json.put("rows", comparison.rows().stream().map(this::json).toList());
        json.put("onlyInBase", comparison.onlyInBase());
        json.put("onlyInHead", comparison.onlyInHead());
        json.putAll(report.words().endJson());
        return JsonDocument.of(json);
    }

    private Map<String, Object> json(R row) {
        Map<String, Object> json = new LinkedHashMap<>(row.identity());
        row.sides().ifPresent(sides -> {
            json.put("base", side(sides.base(), sides.baseScore()));
            json.put("head", side(sides.head(), sides.headScore()));
        });
        json.put("verdict", row.word());
        json.putAll(row.amounts());
        row.score().ifPresent(score -> {
            json.put("decidedBy", score.meanDecides() ? "mean" : "median");
            json.put("byMedian", ratio(score.byMedian(), score.medianVerdict()));
            json.put("byMean", ratio(score.byMean(), score.meanVerdict()));
        });
        if (Double.isFinite(row.resolution())) {
            json.put("resolution", row.resolution());
        }
        row.allocation().ifPresent(allocation -> json.put("allocation", allocation));
        row.noVerdict().ifPresent(it -> json.put("reason", it.why()));
        json.put("differences", row.sides().map(RowSides::differences).orElse(List.of()));
        return json;
    }

    private record SideJson(double score, String unit, int forks) {}

    private static SideJson side(Row row, Estimate score) {
        return new SideJson(
                score.value(), row.primary().unit(), row.primary().forks().size());
    }

    private record RatioJson(double ratio, Double low, Double high, Verdict verdict) {}

    /** The upper end may be more than a double holds: two forks far apart, many rows. */
    private RatioJson ratio(Estimate slowdown, Verdict verdict) {
        double high = slowdown.high(report.rule().confidence());
        return new RatioJson(
                slowdown.value(),
                slowdown.hasInterval() ? slowdown.low(report.rule().confidence()) : null,
                high < Double.POSITIVE_INFINITY ? high : null,
                verdict);
    }
}
