package dev.callcost.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.history.History;
import dev.callcost.history.HistoryReader;
import dev.callcost.history.HistoryReport;
import dev.callcost.history.HistoryRule;
import dev.callcost.history.MadeUpResults;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryPageTest {
    @TempDir
    Path directory;

    static String page(Path... runs) {
        History history = new HistoryReader(Optional.empty(), Optional.empty(), List.of()).files(List.of(runs));
        return new HistoryPage(
                        new HistoryReport(new HistoryRule(0.03, List.of()).judge(history), OptionalInt.empty(), false))
                .html();
    }

    private static long count(String text, String regex) {
        return Pattern.compile(regex).matcher(text).results().count();
    }

    private Path[] nights(int runs, double factor, int slower) throws IOException {
        return MadeUpResults.nights(directory, runs, factor, slower);
    }

    @Test
    void nightsHaveTheirLevelsChangesAndRuns() {
        String page = page(MadeUpResults.JEDIS);
        assertThat(page)
                .contains(
                        "13 rows are 16 to 29\u00a0% faster and 1 slower since 0dca44ce3; 7 of 34 commits changed rows")
                .contains("<li>27 May 2026 to 8 Aug 2026</li>", "80 runs of 34 commits")
                .contains("27 May</text>", "8 Aug</text>")
                .contains("87e9df255..0dca44ce3", "20\u00a0% faster in all rows")
                .doesNotContain("http:", "https:", "src=", "<script");
        assertThat(count(page, "class=\"lane")).isEqualTo(42);
        assertThat(page.indexOf(">pace<")).isBetween(0, page.indexOf("CRC16Benchmark.<wbr>get<wbr>Slot<wbr>Bytes<"));
        assertThat(count(page, "class=\"dots small\"")).isEqualTo(42);
        assertThat(page).isEqualTo(page(MadeUpResults.JEDIS));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            24 | 1.2 | 2  | Cart.add is 20 % slower since 22fffff | slower
            24 | 1.2 | 1  | The newest run is suspect: Cart.add is 20 % slower | inconclusive
            24 | 0.8 | 10 | Cart.add is 20 % faster since 14fffff; 1 of 24 commits changed rows |
            24 | 1   | 0  | No row changed in 24 runs |
            3  | 1   | 0  | 3 runs, too few to judge a row |
            1  | 1   | 0  | 1 run, too few to judge a row |
            """)
    void theHeadlineIsWhatChangedAndTheBannerWhatMatters(
            int runs, double factor, int slower, String headline, String banner) throws IOException {
        String page = page(nights(runs, factor, slower));
        assertThat(page).contains("<h1>" + headline.replace(" %", "\u00a0%") + "</h1>", "<li>JVM 17.0.15, ");
        assertThat(page.contains("class=\"banner")).isEqualTo(banner != null);
        assertThat(page).contains(banner == null ? "" : "class=\"banner " + banner + "\"");
        assertThat(page.contains("REGRESSION: 1 of 2 rows is newly slower")).isEqualTo("slower".equals(banner));
    }

    @Test
    void aRowWithTooFewRunsIsNotUnchanged() throws IOException {
        Path[] files = nights(24, 1, 0);
        new MadeUpResults()
                .row("org.example.Cart.add", 20)
                .row("org.example.Cart.drop", 30)
                .row("org.example.Cart.added", 40)
                .write(files[23]);
        assertThat(page(files))
                .contains(
                        "<h1>3 rows: 1 with too few runs, 2 steady in 24 runs</h1>",
                        "<h2>3 rows: 1 with too few runs, 2 steady</h2>",
                        "OK: no row is shown to be newly slower. 1 with too few runs, 2 steady.");
    }

    @Test
    void aSuspectHasNotChanged() throws IOException {
        assertThat(page(nights(24, 1.2, 1))).contains("<h2>2 rows: 1 suspect, 1 steady</h2>");
        assertThat(page(nights(24, 1.2, 2))).contains("<h2>1 of 2 rows changed</h2>");
    }

    @Test
    void aRunThatIsNotJudgedLeads() throws IOException {
        Path[] files = new Path[24];
        for (int n = 0; n < files.length; n++) {
            MadeUpResults run = new MadeUpResults();
            for (int row = 0; row < 10; row++) {
                run.row("org.example.Cart.row" + row, (20 + row) * (n == 23 ? 2 : 1 + 0.002 * (n * 7 % (5 + row))));
            }
            files[n] = run.write(directory.resolve("%02dfffff.json".formatted(n)));
        }
        assertThat(page(files))
                .contains(
                        "<h1>The newest run is not judged: 99\u00a0% slower in all rows", "NOT JUDGED: the newest run");
    }

    /** The page stays small and quick; the table has all. */
    @Test
    void sixtyRowsAreDrawn() throws IOException {
        MadeUpResults results = new MadeUpResults();
        for (int n = 0; n < 70; n++) {
            results.row("org.example.Cart.row" + n, 20 + n);
        }
        String page = page(results.write(directory.resolve("1.json")), results.write(directory.resolve("2.json")));
        assertThat(count(page, "class=\"lane")).isEqualTo(60);
        assertThat(page).contains("The first 60 of 70 rows are drawn. The table has all.", ">Cart.<wbr>row69<");
    }

    @Test
    void aNameFromAFileIsEscaped() throws IOException {
        Path file = new MadeUpResults().row("org.example.Cart.<b>", 20).write(directory.resolve("<i>.json"));
        assertThat(page(file)).contains("Cart.&lt;b&gt;").doesNotContain("<b>20", "<i>");
    }
}
