package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.cli.Invocation;
import dev.callcost.pages.ResultsPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The committed pictures and example pages are what the committed results give. {@code mvn test -Dtest=PicturesDriftIT
 * -Dcallcost.tables=write} writes them after a change.
 */
class PicturesDriftIT {
    private static final Path RESULTS = Path.of("results");

    @ParameterizedTest
    @CsvSource({
        "epyc-vm-jdk17-rungs/times.svg, epyc-vm-jdk17-rungs epyc-vm-jdk25-rungs",
        "epyc-vm-jdk17-rungs/waterfall.svg, epyc-vm-jdk17-rungs epyc-vm-jdk17-bill/steps",
        "epyc-vm-jdk17-forks/iterations.svg, epyc-vm-jdk17-forks",
        "xeon-vm-jdk25-ladder/times.svg, xeon-vm-jdk25-ladder",
        "epyc-vm-jdk17-bill/bill.svg, epyc-vm-jdk17-bill",
        "epyc-vm-jdk17-bill/steps/bill.svg, epyc-vm-jdk17-bill/steps"
    })
    void isWhatItsResultsGive(String picture, String folders) throws Exception {
        List<Path> results =
                Arrays.stream(folders.split(" ")).map(RESULTS::resolve).toList();
        Path file = RESULTS.resolve(picture);
        assertCommitted(
                file,
                new ResultsPage(results).files().texts().get(file.getFileName().toString()));
    }

    @ParameterizedTest
    @CsvSource({
        "ladder.html, epyc-vm-jdk17-rungs",
        "compare.html, epyc-vm-compare/one-upgrade epyc-vm-compare/one-upgrade-2 epyc-vm-compare/one-upgrade-3",
        "bill.html, epyc-vm-jdk17-bill"
    })
    void theExamplePagesAreWhatTheirResultsGive(String page, String folders) throws Exception {
        List<Path> results =
                Arrays.stream(folders.split(" ")).map(RESULTS::resolve).toList();
        assertCommitted(RESULTS.resolve("examples").resolve(page), new ResultsPage(results).html());
    }

    @Test
    void theExamplePageOfAHistoryIsWhatItsRunsGive() throws Exception {
        Path runs = RESULTS.resolve("examples/jedis.js.gz");
        assertCommitted(
                RESULTS.resolve("examples/history.html"),
                Invocation.of("history", runs.toString(), "--format", "html").out());
    }

    private static void assertCommitted(Path file, String made) throws IOException {
        if ("write".equals(System.getProperty("callcost.tables"))) {
            Files.writeString(file, made);
        }
        assertThat(Files.readString(file).replace("\r\n", "\n"))
                .as("run with -Dcallcost.tables=write")
                .isEqualTo(made);
    }
}
