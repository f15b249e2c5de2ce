package dev.callcost.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Fixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of the committed results, as a user asks for them. */
class ResultsPageIT {
    private static final Path RUNGS_17 = Path.of("results/epyc-vm-jdk17-rungs");
    private static final Path RUNGS_25 = Path.of("results/epyc-vm-jdk25-rungs");
    private static final Path SESSION = Path.of("results/epyc-vm-compare/warm-nio-epoll");
    private static final Path BILL = Path.of("results/epyc-vm-jdk17-bill");

    /** A page with a tick for each of five hundred forks. */
    private static final int MOST_BYTES = 400_000;

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
                    assertThat(page.text(width).lines())
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
        assertThat(html.length()).isLessThan(MOST_BYTES);
        assertThat(new ResultsPage(List.of(RUNGS_17, RUNGS_25)).html())
                .as("the same bytes")
                .isEqualTo(html);
    }

    @Test
    void subjectsAreToldApart() {
        ResultsPage page = new ResultsPage(List.of(RUNGS_17, SESSION, BILL));
        assertThat(page.files().texts().keySet())
                .filteredOn(name -> name.endsWith(".svg"))
                .containsExactly("waterfall.svg", "times.svg", "iterations.svg", "verdicts.svg", "bill.svg");
        assertThat(page.html())
                .contains(
                        "<h1>A gRPC call over NIO takes 83.9\u00a0µs, ", "Every call, to scale", "</svg>faster</span>");
        assertThat(page.markdown()).contains("| rung |", "| faster |", "| category |");
    }

    @Test
    void aBillHasItsMachineAndItsDay() {
        assertThat(new ResultsPage(List.of(BILL)).html())
                .contains("<li>AMD EPYC, 2 CPUs</li>\n<li>2026-11-23</li>", "17.0.15 (Debian)</li>");
    }

    @Test
    void thePageStandsBesideItsResults() throws Exception {
        Path results = Files.copy(Fixtures.path(Fixtures.FIVE_FORKS), directory.resolve("results.json"));
        Path page = ResultsPage.writeBeside(results);
        assertThat(page).hasParent(directory).isRegularFile();
        assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>").contains("RMI");
    }
}
