package dev.callcost.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.data.Fixtures;
import dev.callcost.text.CommandException;
import dev.callcost.text.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of the committed results, as a user asks for them. */
class ResultsPageIT {
    private static final Path RUNGS_17 = Path.of("results/epyc-vm-jdk17-rungs");
    private static final Path LADDER_25 = Path.of("results/xeon-vm-jdk25-ladder");
    private static final Path RUNGS_25 = Path.of("results/epyc-vm-jdk25-rungs");
    private static final Path SESSION = Path.of("results/epyc-vm-compare/warm-nio-epoll");
    private static final int MOST_BYTES = 500_000;

    /** A page with a dot and a curve for each of five hundred forks may have more. */
    private static final int MOST_BYTES_OF_TWO = 600_000;

    private static final Pattern TABLE_HEAD = Pattern.compile("(?s)<thead>(.*?)</thead>");

    @TempDir
    Path directory;

    @Test
    void textFitsATerminal() throws IOException {
        try (Stream<Path> all = Files.walk(Path.of("results"))) {
            List<Path> files = all.filter(
                            file -> file.toString().matches(".*json(l)?\\.gz") && !file.startsWith("results/noise"))
                    .toList();
            assertThat(files).hasSizeGreaterThan(30).allSatisfy(file -> {
                ResultsPage page = new ResultsPage(List.of(file));
                for (int width : List.of(80, 100)) {
                    assertThat(page.text(width, true).lines())
                            .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
                }
            });
        }
    }

    @Test
    void severalFilesStandSideBySide() {
        String html = new ResultsPage(List.of(RUNGS_17, RUNGS_25)).html();
        assertThat(html)
                .contains("epyc-vm-jdk17-rungs", "epyc-vm-jdk25-rungs", "gRPC NIO (base cell) (epyc-vm-jdk25-rungs): ")
                .contains("AMD EPYC", "<dt>commit</dt>")
                .doesNotContain("<script", "href=\"h", "src=");
        assertThat(html.length()).isLessThan(MOST_BYTES_OF_TWO);
        assertThat(new ResultsPage(List.of(RUNGS_17, RUNGS_25)).html())
                .as("the same bytes")
                .isEqualTo(html);
    }

    @Test
    void comparisonsAndResultsAreToldApart() {
        ResultsPage page = new ResultsPage(List.of(RUNGS_17, SESSION));
        assertThat(page.pictures())
                .containsOnlyKeys(
                        "waterfall.svg", "times.svg", "iterations.svg", "warm-up.svg", "verdicts.svg", "pairs.svg");
        assertThat(page.html())
                .contains(
                        "<h1>A gRPC call over NIO takes 83.9\u00a0µs, ", "Every call, to scale", "</svg>faster</span>");
        assertThat(page.markdown()).contains("| rung |", "| FASTER |");
        assertThat(page.pictures().get("warm-up.svg"))
                .containsPattern(
                        "RmiBenchmark.call: \\d+ forks, 5 of them drawn, measured after [0-9.]+ to [0-9.]+\u00a0s");
    }

    @Test
    void eachPictureOfAPageHasItsTableInTheOtherForms() {
        List<Path> all = List.of(
                RUNGS_17,
                Path.of("results/epyc-vm-jdk17-host"),
                Path.of("results/epyc-vm-jdk17-delay"),
                Fixtures.path("seeds/sample-time.json"),
                SESSION,
                Path.of("results/epyc-vm-jdk17-bill"));
        ResultsPage page = new ResultsPage(all);
        String html = page.html();
        String markdown = page.markdown();
        assertThat(html).contains("Two ways, one answer");
        assertThat(html.split("<figure", -1))
                .as("one a picture, and the waterfall")
                .hasSize(2 + page.pictures().size());
        List<String> heads = TABLE_HEAD
                .matcher(html)
                .results()
                .map(head -> head.group(1).replaceAll("</th>", " |").replaceAll("<[^>]*>", " "))
                .map(head -> head.replace('\u00a0', ' ')
                        .replace("&gt;", ">")
                        .replace(" %", "%")
                        .replaceAll("\\s+", " ")
                        .strip())
                .toList();
        assertThat(heads)
                .hasSizeGreaterThan(page.pictures().size())
                .filteredOn(head -> !head.startsWith("row | verdict")) // the page has a shorter table
                .allSatisfy(head -> assertThat(markdown).contains("| " + head + "\n"));
        String text =
                page.text(Terminal.ENDLESS, true).replaceAll(" {2,}", " | ").replace("\n", " |\n");
        assertThat(heads)
                .filteredOn(head -> !head.matches("(rung|verdict) .*|row \\| verdict.*")) // text has groups of rows
                .allSatisfy(head -> assertThat(text).contains(head + "\n"));
    }

    @Test
    void theSourceOfEachBenchmarkOfTheSuiteIsThereOnce() {
        Path foreign = Fixtures.path("seeds/sample-time.json");
        String html = new ResultsPage(List.of(Fixtures.path(Fixtures.FIVE_FORKS), LADDER_25, foreign)).html();
        assertThat(html)
                .containsOnlyOnce("<summary>RmiBenchmark</summary>")
                .contains("public class RmiBenchmark extends", "&lt;p&gt;{@code java -jar benchmarks.jar")
                .doesNotContain("<summary>CallBenchmark");
        assertThat(new ResultsPage(List.of(LADDER_25)).html().length()).isLessThan(MOST_BYTES);
        assertThat(new ResultsPage(List.of(foreign)).html()).doesNotContain("<pre");
    }

    @Test
    void csvIsOfOneFile() {
        assertThatThrownBy(() -> new ResultsPage(List.of(RUNGS_17, RUNGS_25)).csv())
                .isInstanceOf(CommandException.class)
                .hasMessage("report: CSV is of one results file, not of 2");
    }

    @Test
    void thePageStandsBesideItsResults() throws Exception {
        Path results = Files.copy(Fixtures.path(Fixtures.FIVE_FORKS), directory.resolve("results.json"));
        Path page = ResultsPage.writeBeside(results);
        assertThat(page).hasParent(directory).isRegularFile();
        assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>").contains("RMI");
    }
}
