package dev.callcost.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.data.Fixtures;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryReportTest {
    /** One row newly slower, one suspect, one slower before, one faster, one by the machine, an odd run. */
    private static final String CHANGED =
            "runs 15, slower 3 1.12, runs 10, pace 0.8, runs 1, pace 1, runs 5, slower 4 0.9, runs 10, slower 5 1.2, again 1,"
                    + " runs 8, slower 1 1.17, runs 1, slower 6 1.3, runs 1";

    private static HistoryReport report(String steps, boolean strict) {
        return new HistoryReport(MadeHistory.of(steps).judgement(), OptionalInt.empty(), strict);
    }

    @ParameterizedTest
    @CsvSource({"history-80.txt, 80", "history-140.txt, 140"})
    void text(String file, int width) throws IOException {
        Fixtures.assertText(file, report(CHANGED, false).text(width, false, Optional.empty()));
    }

    @Test
    void markdown() throws IOException {
        Fixtures.assertText("history.md", report(CHANGED, true).markdown());
    }

    @Test
    void fewRuns() throws IOException {
        Fixtures.assertText(
                "history-short.txt",
                report("runs 5, slower 2 1.3, runs 1", false).text(100, false, Optional.empty()));
    }

    @Test
    void onlySomeRowsOrAllRows() {
        HistoryReport report = report(CHANGED, false);
        assertThat(report.text(100, false, Optional.of(Pattern.compile("acme.*row7"))))
                .contains("\nsteady\n", "CartBench.row7", "Not shown: 1 newly slower")
                .doesNotContain("CartBench.row1");
        assertThat(report.text(100, true, Optional.empty()))
                .contains("CartBench.row7")
                .doesNotContain("Not shown");
    }

    private static JsonObject json(String steps) {
        return JsonParser.parseString(HistoryJson.of(report(steps, false))).getAsJsonObject();
    }

    private static JsonObject member(JsonObject json, String member, int index) {
        return json.getAsJsonArray(member).get(index).getAsJsonObject();
    }

    @Test
    void jsonNamesRunsByIndex() {
        JsonObject json = json(CHANGED);
        assertThat(json.toString())
                .startsWith("{\"schema\":\"callcost history 1\",\"source\":\"nightly\",\"outcome\":\"REGRESSION\"");
        assertThat(json.getAsJsonArray("runs")).hasSize(52);
        assertThat(member(json, "runs", 25).get("leftOut").getAsString()).contains("faster in all rows");
        JsonObject row = member(json, "rows", 1);
        assertThat(row.getAsJsonArray("times")).hasSize(52);
        JsonObject change = member(row, "changes", 0);
        assertThat(change.toString())
                .startsWith("{\"verdict\":\"SLOWER\",\"good\":49,\"bad\":50,")
                .contains("\"isNew\":true");
        assertThat(change.get("change").getAsDouble()).isBetween(0.14, 0.20);
    }

    @Test
    void jsonHasChangesOfBytes() {
        assertThat(member(json("runs 12, bytes 148, runs 3"), "rows", 0).getAsJsonArray("bytes"))
                .hasToString(
                        "[{\"good\":11,\"bad\":12,\"before\":100.0,\"after\":148.0,\"isNewest\":false,\"isNew\":true}]");
    }

    @Test
    void aSinceNamesItsCommit() {
        Judgement judgement = MadeHistory.of(CHANGED).judgement();
        assertThat(new HistoryReport(judgement, OptionalInt.of(5), false).answer())
                .startsWith("REGRESSION: 2 of 8 rows are slower, +")
                .contains(" since " + judgement.label(5));
    }
}
