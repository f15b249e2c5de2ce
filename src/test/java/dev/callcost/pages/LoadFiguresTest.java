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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of open loops. */
class LoadFiguresTest {
    private static final int WIDTH = 140;

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
    void thePictureIsThatOfTheGoldenFile() throws IOException {
        ResultsPage page = page(two());
        Fixtures.assertText(
                "report/rates.svg", page.files().texts().get("rates.svg").replaceFirst("(?s)<style>.*</style>", ""));
        assertThat(page.html()).isEqualTo(new ResultsPage(List.of(directory)).html());
    }

    /** The answer of the sweep that holds the highest rate is the headline, and the picture has its lane in bold. */
    @Test
    void theHighestRateThatHoldsIsTheHeadline() {
        String html = page(two()).html().replace("<wbr>", "");
        assertThat(html)
                .contains("</b> \u00b7 latency at a rate</p>")
                .contains("<h1>GrpcRateBenchmark.unary transport=EPOLL: at 5,800 calls a second p99 is ")
                .contains("<p class=\"dek\">GrpcRateBenchmark.unary transport=NIO: at 5,800 calls a second p99 is ")
                .contains("<div class=\"lane lead\"><div class=\"name\">5,800/s</div>")
                .contains("6,600/s<small>at its edge</small>", "7,900/s<small>the server is full</small>")
                .contains(
                        "6,600/s<small>calls fail</small>",
                        "<h2>Latency by rate</h2>",
                        "99\u00a0% intervals over 5 forks")
                .doesNotContain("to scale", "<script");
    }

    @Test
    void aSweepWithoutARateHasNoPictures() {
        ResultsPage page = page(List.of("GrpcRateBenchmark.unary rate=max"));
        assertThat(page.files().texts()).containsOnlyKeys("report.md", "index.html");
        assertThat(page.html())
                .contains("<h1>Flat out 8,300 calls a second are answered</h1>", "<th scope=\"row\">max</th>");
    }

    @Test
    void aRowWithOneForkAndOneRateIsDrawn() {
        ResultsPage page = page(List.of("GrpcRateBenchmark.unary rate=1000 forks=1"));
        assertThat(page.html()).contains("<li>1 fork, no intervals</li>", "\u00b7 latency at");
        assertThat(page.files().texts().get("rates.svg")).contains("1,000").doesNotContain("NaN");
    }

    @Test
    void aLadderKeepsItsHeadlineAndItsRows() throws IOException {
        String rungs = Fixtures.text(Fixtures.FIVE_FORKS).strip();
        String both = rungs.substring(0, rungs.length() - 1) + ","
                + MadeUpRates.json(MadeUpRates.sweep()).substring(1);
        Path file = Files.writeString(directory.resolve("both.json"), both);
        ResultsPage page = new ResultsPage(List.of(file));
        assertThat(page.files().texts()).containsKeys("times.svg", "rates.svg");
        assertThat(page.files().texts().get("times.svg")).doesNotContain("RateBenchmark");
        assertThat(page.html())
                .contains("\u00b7 what a call costs", "<h1>A gRPC call over NIO takes", "<h2>Latency by rate</h2>");
        assertThat(page.text(WIDTH)).contains("What a caller waits at a rate", "What a call costs");
    }

    @Test
    void ofSeveralFilesEachHasItsPicture() throws IOException {
        Path other = Files.createDirectory(directory.resolve("other"));
        MadeUpRates.in(directory, MadeUpRates.sweep());
        MadeUpRates.in(other, two());
        ResultsPage page = new ResultsPage(List.of(directory.resolve(ResultsFile.NAME), other));
        assertThat(page.html()).contains("<h2>Latency by rate, other</h2>");
        assertThat(page.files().texts()).containsKeys("rates.svg", "rates-2.svg");
    }
}
