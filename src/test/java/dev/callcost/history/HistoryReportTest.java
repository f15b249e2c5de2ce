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

class HistoryReportTest {
    private static HistoryReport report(MadeHistory made, boolean strict) {
        return new HistoryReport(made.judgement(), OptionalInt.empty(), strict);
    }

    /** One row newly slower, one suspect, one slower before, one faster, one by the machine, an odd run. */
    private static MadeHistory changed() {
        return new MadeHistory()
                .runs(15)
                .slower(3, 1.12)
                .runs(10)
                .pace(0.8)
                .runs(1)
                .pace(1)
                .runs(5)
                .slower(4, 0.9)
                .runs(10)
                .slower(5, 1.2)
                .again()
                .runs(8)
                .slower(1, 1.17)
                .runs(1)
                .slower(6, 1.3)
                .runs(1);
    }

    @Test
    void textOf80Columns() throws IOException {
        String text = report(changed(), false).text(80, false, Optional.empty());
        assertThat(text.lines().filter(line -> !line.contains("java -jar")).allMatch(line -> line.length() <= 80))
                .isTrue();
        Fixtures.assertText("history-80.txt", text);
    }

    @Test
    void textOf140Columns() throws IOException {
        Fixtures.assertText("history-140.txt", report(changed(), false).text(140, false, Optional.empty()));
    }

    @Test
    void markdown() throws IOException {
        Fixtures.assertText("history.md", report(changed(), true).markdown());
    }

    @Test
    void onlySomeRowsOrAllRows() {
        HistoryReport report = report(changed(), false);
        assertThat(report.text(100, false, Optional.of(Pattern.compile("acme.*row7"))))
                .contains("\nsteady\n", "CartBench.row7", "Not shown: 1 newly slower")
                .doesNotContain("CartBench.row1");
        assertThat(report.text(100, true, Optional.empty()))
                .contains("CartBench.row7")
                .doesNotContain("Not shown");
    }

    @Test
    void fewRuns() throws IOException {
        Fixtures.assertText(
                "history-short.txt",
                report(new MadeHistory().runs(5).slower(2, 1.3).runs(1), false).text(100, false, Optional.empty()));
    }

    private static JsonObject json(MadeHistory made) {
        return JsonParser.parseString(report(made, false).json()).getAsJsonObject();
    }

    @Test
    void jsonNamesRunsByIndex() {
        JsonObject json = json(changed());
        assertThat(json.get("schema").getAsString()).isEqualTo("callcost history 1");
        assertThat(json.get("outcome").getAsString()).isEqualTo("REGRESSION");
        assertThat(json.getAsJsonArray("runs")).hasSize(52);
        assertThat(json.getAsJsonArray("runs").get(25).getAsJsonObject().get("leftOut"))
                .asString()
                .contains("faster in all rows");
        JsonObject row = json.getAsJsonArray("rows").get(1).getAsJsonObject();
        assertThat(row.getAsJsonArray("times")).hasSize(52);
        JsonObject change = row.getAsJsonArray("changes").get(0).getAsJsonObject();
        assertThat(change.get("verdict").getAsString()).isEqualTo("SLOWER");
        assertThat(change.get("isNew").getAsBoolean()).isTrue();
        assertThat(change.get("bad").getAsInt()).isEqualTo(50);
        assertThat(change.get("change").getAsDouble()).isBetween(0.14, 0.20);
    }

    @Test
    void jsonHasChangesOfBytes() {
        JsonObject row = json(new MadeHistory().runs(12).bytes(148).runs(3))
                .getAsJsonArray("rows")
                .get(0)
                .getAsJsonObject();
        assertThat(row.getAsJsonArray("bytes"))
                .hasToString(
                        "[{\"good\":11,\"bad\":12,\"before\":100.0,\"after\":148.0,\"isNewest\":false,\"isNew\":true}]");
    }

    @Test
    void aSinceNamesItsCommit() {
        Judgement judgement = changed().judgement();
        assertThat(new HistoryReport(judgement, OptionalInt.of(5), false).answer())
                .startsWith("REGRESSION: 2 of 8 rows are slower, +")
                .contains(" since " + judgement.runs().get(5).run().label());
    }
}
