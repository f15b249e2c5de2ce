package dev.callcost.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.history.HistoryReader;
import dev.callcost.history.HistoryReport;
import dev.callcost.history.Judgement;
import dev.callcost.history.MadeUpResults;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryPageTest {
    @TempDir
    Path directory;

    static String page(Path... runs) {
        return new HistoryPage(
                        new HistoryReport(Judgement.of(HistoryReader.read(List.of(runs), Optional.empty()), 0.03)))
                .html();
    }

    private static long count(String text, String regex) {
        return Pattern.compile(regex).matcher(text).results().count();
    }

    @Test
    void nightsHaveTheirLevelsAndChanges() {
        String page = page(MadeUpResults.JEDIS);
        assertThat(page)
                .contains("<h1>Newest change, 7fdb4e4f6: 1 row slower, +11.2\u00a0%")
                .contains("<li>27 May 2026 to 8 Aug 2026</li>", "80 runs of 34 commits")
                .contains("27 May 2026</text>", "8 Aug 2026</text>")
                .contains("60b6eaa04..7fdb4e4f6", "25 runs not judged")
                .doesNotContain("http:", "https:", "src=", "<script");
        assertThat(count(page, "class=\"lane")).isEqualTo(42);
        assertThat(page.indexOf(">pace<")).isBetween(0, page.indexOf("drain1000Pending<"));
        assertThat(count(page, "class=\"dots small\"")).isEqualTo(42);
        assertThat(page).isEqualTo(page(MadeUpResults.JEDIS));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            24 | 1.2 | 2  | REGRESSION: 1 of 2 rows is newly slower, +  | slower
            24 | 1.2 | 1  | OK: no row is shown to be newly slower      | inconclusive
            24 | 0.8 | 10 | Newest change, 14fffff: 1 row faster, \u2212 |
            24 | 1   | 0  | OK: no row is newly slower                  |
            1  | 1   | 0  | TOO SHORT: 1 run, and the rule needs 12     |
            """)
    void theHeadlineIsWhatChangedAndTheBannerWhatMatters(
            int runs, double factor, int slower, String headline, String banner) throws IOException {
        String page = page(MadeUpResults.nights(directory, runs, factor, slower));
        assertThat(page).contains("<h1>" + headline, "<li>JVM OpenJDK 64-Bit Server VM 17</li>");
        assertThat(page.contains("class=\"banner")).isEqualTo(banner != null);
        assertThat(page).contains(banner == null ? "" : "class=\"banner " + banner + "\"");
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
