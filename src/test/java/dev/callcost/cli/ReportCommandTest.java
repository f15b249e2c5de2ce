package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Fixtures;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportCommandTest {
    private static final String RESULTS = Fixtures.path(Fixtures.FIVE_FORKS).toString();

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"text, What a call costs", "markdown, | tier |", "html, <!DOCTYPE html>"})
    void printsResultsInAFormat(String format, String holds) {
        Invocation printed = Invocation.of("report", RESULTS, "--format", format);
        assertThat(printed.exitCode()).as(printed.err()).isZero();
        assertThat(printed.out()).contains(holds);
        assertThat(printed.err()).isEmpty();
    }

    @Test
    void writesAFolderWithAPageAndPictures() throws Exception {
        Path folder = directory.resolve("page");
        Invocation written =
                Invocation.of("report", RESULTS, "results/epyc-vm-compare/warm-nio-epoll", "-o", folder.toString());
        assertThat(written.exitCode()).as(written.err()).isZero();
        assertThat(written.out()).isEqualTo("Page: " + folder.resolve("index.html") + System.lineSeparator());
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("index.html", "report.md", "times.svg", "verdicts.svg");
        }
        assertThat(Files.readString(folder.resolve("times.svg"))).contains("<style>", "RMI");
    }

    @Test
    void writesAFlameGraphForEachRowOfABill() throws Exception {
        Path folder = directory.resolve("page");
        String bill = "results/xeon-vm-bill-payload/jdk17";
        assertThat(Invocation.of("report", bill, bill, "-o", folder.toString()).exitCode())
                .isZero();
        try (var files = Files.list(folder.resolve("flames"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "GrpcPayloadBenchmark.unary-payload=65536.html",
                            "GrpcPayloadBenchmark.unary-payload=65536-2.html")
                    .allSatisfy(name -> assertThat(Files.readString(folder.resolve("index.html")))
                            .contains("<a href=\"flames/" + name + "\">"));
        }
        assertThat(Invocation.of("report", bill, "--format", "html").out())
                .as("a page alone has no links to files")
                .doesNotContain("flames/");
    }

    @ParameterizedTest
    @CsvSource({"report, 64", "report missing.json, 65", "report README.md, 65"})
    void whatCannotBeReadIsOneLine(String line, int exitCode) {
        Invocation refused = Invocation.of(line.split(" "));
        assertThat(refused.exitCode()).isEqualTo(exitCode);
        assertThat(refused.err().lines()).hasSize(1);
        assertThat(refused.out()).isEmpty();
    }
}
