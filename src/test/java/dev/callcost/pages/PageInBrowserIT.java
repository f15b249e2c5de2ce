package dev.callcost.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.callcost.data.Fixtures;
import dev.callcost.history.MadeUpResults;
import dev.callcost.load.MadeUpRates;
import dev.callcost.text.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Pages in a browser without a window, as wide as a telephone, half a screen and a screen: no error, nothing asked for,
 * no text that lies over another one, reaches out of its picture or is smaller than 12 pixels, and nothing to be
 * scrolled sideways.
 */
class PageInBrowserIT {
    private static final List<Integer> WIDTHS = List.of(400, 1000, 1600);

    /** What the page said to the one around it, at each width. */
    private static final Pattern SAID = Pattern.compile("(?s)<pre>(\\d+) labels\\n(.*?)</pre>");

    private static final Optional<Path> BROWSER = Arrays.stream(
                    System.getenv("PATH").split(File.pathSeparator))
            .flatMap(folder ->
                    Stream.of("chromium", "chromium-browser", "google-chrome").map(Path.of(folder)::resolve))
            .filter(Files::isExecutable)
            .findFirst();

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdk17-rungs jdk25-rungs",
                "jdk17-rungs jdk17-bill",
                "jdk17-bill/steps",
                "compare/warm-nio-epoll compare/warm-self-local jdk17-forks",
                "jdk17-delay",
                "history",
                "rates"
            })
    void noLabelLiesOverAnother(String folders) throws IOException, InterruptedException {
        assumeTrue(BROWSER.isPresent(), "no Chromium on the PATH: pages are not looked at");
        Files.writeString(
                directory.resolve("page.html"),
                page(folders).replace("<head>\n", "<head>\n" + Fixtures.text("report/probe.html")));
        assertThat(said()).as("at the widths %s", WIDTHS).hasSize(WIDTHS.size()).allSatisfy(said -> {
            assertThat(Integer.parseInt(said.group(1))).as("labels").isGreaterThan(10);
            assertThat(said.group(2)).isEmpty();
        });
    }

    private String page(String folders) {
        return switch (folders) {
            case "history" -> HistoryPageTest.page(MadeUpResults.JEDIS);
            case "rates" -> {
                MadeUpRates.in(directory, LoadFiguresTest.two());
                yield new ResultsPage(List.of(directory)).html();
            }
            default ->
                new ResultsPage(Stream.of(folders.split(" "))
                                .map(folder -> Path.of("results/epyc-vm-" + folder))
                                .toList())
                        .html();
        };
    }

    private List<MatchResult> said() throws IOException, InterruptedException {
        String frames = WIDTHS.stream()
                .map("<pre></pre><iframe style=\"width:%dpx;height:1000px\" src=\"page.html\"></iframe>\n"::formatted)
                .collect(Collectors.joining());
        Path around = Files.writeString(directory.resolve("around.html"), """
                <!DOCTYPE html><meta charset="utf-8">
                <script>addEventListener('message', event =>
                    document.querySelectorAll('pre')[Array.from(frames).indexOf(event.source)].textContent = event.data);</script>
                """ + frames);
        Program.Ended browser = Program.run(
                directory,
                List.of(
                        BROWSER.orElseThrow().toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--user-data-dir=" + directory.resolve("profile"),
                        "--virtual-time-budget=20000",
                        "--dump-dom",
                        around.toUri().toString()));
        assertThat(browser.exitCode()).as(browser.err()).isZero();
        return SAID.matcher(browser.out()).results().toList();
    }
}
