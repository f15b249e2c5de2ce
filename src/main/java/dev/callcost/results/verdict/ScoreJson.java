package dev.callcost.results.verdict;

import com.google.gson.GsonBuilder;
import dev.callcost.results.Estimate;
import dev.callcost.results.Row;
import java.util.LinkedHashMap;
import java.util.Map;

/** The parts that comparisons as JSON have in common. */
public final class ScoreJson {
    private ScoreJson() {}

    /**
     * Adds what decides, and the ratio by medians and by means, each with its interval and verdict.
     *
     * @param confidence of the intervals
     */
    public static void add(Map<String, Object> json, ScoreComparison score, double confidence) {
        json.put("decidedBy", score.meanDecides() ? "mean" : "median");
        json.put("byMedian", ratio(score.byMedian(), score.medianVerdict(), confidence));
        json.put("byMean", ratio(score.byMean(), score.meanVerdict(), confidence));
    }

    /** What a side's forks say on their own. */
    public static Map<String, Object> side(Row row) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("score", row.primary().estimate().value());
        json.put("unit", row.primary().unit());
        json.put("forks", row.primary().forks().size());
        return json;
    }

    /** A whole file. */
    public static String text(Map<String, Object> json) {
        return new GsonBuilder()
                        .setPrettyPrinting()
                        .disableHtmlEscaping()
                        .create()
                        .toJson(json) + "\n";
    }

    private static Map<String, Object> ratio(Estimate slowdown, Verdict verdict, double confidence) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("ratio", slowdown.value());
        if (slowdown.hasInterval()) {
            json.put("low", slowdown.low(confidence));
            double high = slowdown.high(confidence);
            if (high < Double.POSITIVE_INFINITY) { // two forks far apart, many rows: more than a double holds
                json.put("high", high);
            }
        }
        json.put("verdict", verdict);
        return json;
    }
}
