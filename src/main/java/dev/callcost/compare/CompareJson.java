package dev.callcost.compare;

import dev.callcost.results.verdict.ScoreJson;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A comparison in pairs as JSON. Ratios are head's time over base's, a throughput turned around; intervals are those that decide; a
 * number that is not known is left out.
 */
public final class CompareJson {
    private CompareJson() {}

    /**
     * The JSON text.
     *
     * @param strict whether everything must be shown for the outcome OK
     */
    public static String of(SessionComparison comparison, boolean strict) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("runs", comparison.sessions().stream().map(CompareJson::run).toList());
        json.put("rule", comparison.rule().rule());
        json.put("looks", PairedRule.LOOKS);
        json.put("outcome", comparison.outcome(strict));
        json.put("complete", comparison.isComplete());
        json.put(
                "rows",
                comparison.rows().stream()
                        .map(row -> row(row, comparison.rule().rule().confidence()))
                        .toList());
        json.put("onlyInBase", comparison.onlyInBase());
        json.put("onlyInHead", comparison.onlyInHead());
        return ScoreJson.text(json);
    }

    private static Map<String, Object> run(Session session) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("start", session.header().start());
        json.put("machine", session.header().machine());
        json.put("base", session.header().base());
        json.put("head", session.header().head());
        json.put("seed", session.header().seed());
        return json;
    }

    private static Map<String, Object> row(PairedRow row, double confidence) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("row", row.key());
        row.base().ifPresent(base -> json.put("base", ScoreJson.side(base)));
        row.head().ifPresent(head -> json.put("head", ScoreJson.side(head)));
        json.put("verdict", row.word());
        json.put("pairs", row.pairs());
        json.put("morePairs", row.morePairs());
        json.put("setAside", row.setAside());
        json.put("failedForks", row.failedForks());
        row.score().ifPresent(paired -> {
            ScoreJson.add(json, paired.score(), confidence);
            if (Double.isFinite(paired.resolution())) {
                json.put("resolution", paired.resolution());
            }
        });
        row.allocation().ifPresent(allocation -> json.put("allocation", allocation));
        row.failed().ifPresent(why -> json.put("failed", why));
        row.skipped().ifPresent(why -> json.put("skipped", why));
        json.put("differences", row.differences());
        return json;
    }
}
