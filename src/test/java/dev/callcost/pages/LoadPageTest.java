package dev.callcost.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Fixtures;
import dev.callcost.data.ResultsFile;
import dev.callcost.load.MadeUpRates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of open loops. */
class LoadPageTest {
    private static final int WIDTH = 140;
    private static final Pattern HEADLINE =
            Pattern.compile("<h1>At ([0-9,]+) calls a second p99 is ([0-9.]+)\u00a0ms; at ([0-9,]+) the");

    @TempDir
    Path directory;

    /** The sweep of NIO, and one of epoll whose forks differ and that fails calls at last. */
    static List<String> two() {
        List<String> rates = new ArrayList<>(MadeUpRates.sweep());
        String epoll = "GrpcRateBenchmark.unary transport=EPOLL rate=";
        String[] offered = {"420", "830", "1700", "4200", "5800"};
        for (int n = 0; n < offered.length; n++) {
            rates.add(
                    epoll + offered[n] + " spread=0.1 slowest=3000 p50=" + (200 + 20 * n) + " p99=" + (400 + 100 * n));
        }
        rates.add(epoll + "6600 p50=2000 p99=40000 slowest=90000 made=6500 calls.failed.UNAVAILABLE=3 notMet=10");
        return rates;
    }

    private ResultsPage page(List<String> rates) {
        MadeUpRates.in(directory, rates);
        return new ResultsPage(List.of(directory));
    }

    @Test
    void eachFormIsThatOfTheGoldenFiles() throws IOException {
        ResultsPage page = page(two());
        assertThat(page.text(WIDTH, false)).contains("made").doesNotContain("Window by window");
        Fixtures.assertText("report/rates.txt", page.text(WIDTH, true));
        Fixtures.assertText("report/rates.md", page.markdown());
        Fixtures.assertText("report/figure/rates.csv", page.files().texts().get("rates.csv"));
        for (String picture : List.of("rates.svg", "rate-percentiles.svg")) {
            String svg = page.pictures().get(picture).replaceFirst("(?s)<style>.*</style>", "");
            Fixtures.assertText("report/figure/" + picture, svg);
        }
        assertThat(page.files().texts()).containsKeys("rate-percentiles.csv", "windows.csv");
        assertThat(page.text(80, true))
                .containsPattern("\\nGrpcRateBenchmark.unary transport=NIO +5,800 +1\\.25 ms\\n");
        assertThat(page.html()).isEqualTo(new ResultsPage(List.of(directory)).html());
    }

    @Test
    void theHeadlinesNumbersAreThoseOfTheTable() {
        String html = page(MadeUpRates.sweep()).html();
        Matcher headline = HEADLINE.matcher(html);
        assertThat(headline.find()).as(html.substring(0, html.indexOf("<h2>"))).isTrue();
        Matcher held = row(headline.group(1), html);
        assertThat(held.group(2)).isEqualTo("holds");
        assertThat(headline.group(2)).isEqualTo(held.group(1));
        assertThat(row("6,600", html).group(2)).isEqualTo("at its edge");
        assertThat(headline.group(3)).isEqualTo("7,900");
    }

    /** A row of the table of rates: its p99 in ms and what became of it. */
    private static Matcher row(String rate, String html) {
        Matcher row = Pattern.compile(
                        "<tr><th scope=\"row\">" + rate + "</th>(?:<td[^>]*>.*?</td>){2}"
                                + "<td[^>]*><span[^>]*>([0-9.]+)\u00a0ms</span>.*?</td>(?:<td[^>]*>.*?</td>){2}<td>([^<]*)</td>")
                .matcher(html);
        assertThat(row.find()).as(rate).isTrue();
        return row;
    }

    @Test
    void aPageOfOpenLoopsHasNoMeansAndFoldsWhatIsAside() {
        ResultsPage page = page(MadeUpRates.sweep());
        assertThat(page.pictures()).containsOnlyKeys("rates.svg", "rate-percentiles.svg", "windows.svg");
        assertThat(page.html())
                .contains("</b> \u00b7 latency at a rate</p>", "<h2>Latency by rate</h2>", ", at three rates</h2>")
                .contains(
                        "<summary>How latency at a rate is measured</summary>",
                        "<li>5 forks of 10 windows of 2.0\u00a0s a rate</li>",
                        "<li>flat out 8,300 calls a second</li>")
                .doesNotContain("to scale", "Sweeps", "<script");
    }

    @Test
    void aSweepWithoutARateHasNoPictures() {
        ResultsPage page = page(List.of("GrpcRateBenchmark.unary rate=max"));
        assertThat(page.pictures()).isEmpty();
        assertThat(page.html())
                .contains("<h1>Flat out 8,300 calls a second are answered</h1>", "<th scope=\"row\">max</th>");
    }

    @Test
    void aRowWithOneForkAndOneRateIsDrawn() {
        ResultsPage page = page(List.of("GrpcRateBenchmark.unary rate=1000 forks=1"));
        assertThat(page.html()).contains("<li>1 fork of 10 windows", "<li>no intervals</li>", "\u00b7 latency at");
        assertThat(page.pictures().get("rates.svg")).contains("1,000").doesNotContain("NaN");
    }

    @Test
    void aLadderKeepsItsHeadlineAndItsRows() throws IOException {
        String rungs = Fixtures.text(Fixtures.FIVE_FORKS).strip();
        String both = rungs.substring(0, rungs.length() - 1) + ","
                + MadeUpRates.json(MadeUpRates.sweep()).substring(1);
        Path file = Files.writeString(directory.resolve("both.json"), both);
        ResultsPage page = new ResultsPage(List.of(file));
        assertThat(page.pictures()).containsKeys("times.svg", "rates.svg", "rate-percentiles.svg");
        assertThat(page.pictures().get("times.svg")).doesNotContain("RateBenchmark");
        assertThat(page.html())
                .contains("\u00b7 what a call costs", "<h1>A gRPC call over NIO takes", "<h2>Latency by rate</h2>")
                .contains("<th scope=\"row\">7,900</th>");
        assertThat(page.text(WIDTH, true)).contains("What a caller waits at a rate", "What a call costs");
        assertThat(page.csv()).contains("RateBenchmark", "RmiBenchmark");
    }

    @Test
    void ofSeveralFilesEachHasItsPictures() throws IOException {
        Path other = Files.createDirectory(directory.resolve("other"));
        MadeUpRates.in(directory, MadeUpRates.sweep());
        MadeUpRates.in(other, two());
        ResultsPage page = new ResultsPage(List.of(directory.resolve(ResultsFile.NAME), other));
        assertThat(page.html())
                .contains("<h2>Latency by rate, other</h2>", "<h2>Latency by percentile, at three rates, other</h2>");
        assertThat(page.pictures()).containsKeys("rates.svg", "rates-2.svg");
    }
}
