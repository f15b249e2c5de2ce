package dev.callcost.doctor;

import com.google.gson.GsonBuilder;
import dev.callcost.doctor.Resolution.Rows;
import dev.callcost.results.verdict.Rule;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An examination and what it means as JSON: {@code fit}, the findings as the page has them, {@code measured} with the numbers
 * behind them (nanoseconds; shares of one), and what to expect. What is not known is left out.
 */
public final class DoctorJson {
    private DoctorJson() {}

    /** The JSON text. */
    public static String of(Examination examination, Diagnosis diagnosis) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("fit", diagnosis.isFit());
        json.put("sections", diagnosis.sections());
        json.put("measured", examination);
        json.put("steadiness", steadiness(examination.drift()));
        json.put("expected", expected(diagnosis.resolution()));
        return new GsonBuilder()
                        .setPrettyPrinting()
                        .disableHtmlEscaping()
                        .create()
                        .toJson(json) + "\n";
    }

    private static Map<String, Object> steadiness(Drift drift) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("neighbourSpread", drift.neighbourSpread());
        json.put("slowShare", drift.slowShare());
        json.put("slowest", drift.slowest());
        json.put("trend", drift.trend());
        return json;
    }

    private static Map<String, Object> expected(Resolution resolution) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("forkSd", resolution.forkSd());
        json.put(
                "rows",
                Arrays.stream(Rows.values()).map(rows -> row(resolution, rows)).toList());
        return json;
    }

    private static Map<String, Object> row(Resolution resolution, Rows rows) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("rows", rows.label());
        json.put("forksPerMinute", rows.forksPerMinute());
        Map<Integer, Double> halfWidths = new LinkedHashMap<>();
        Resolution.MINUTES.forEach(minutes -> halfWidths.put(minutes, known(resolution.halfWidth(rows, minutes))));
        json.put("halfWidthAfterMinutes", halfWidths);
        json.put("minutesToMargin", known(resolution.minutes(rows, Rule.MARGIN)));
        return json;
    }

    private static Double known(double number) {
        return Double.isNaN(number) ? null : number;
    }
}
