package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.history.MadeUpResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryCommandTest {
    private static final int NIGHTS = 24;

    @TempDir
    Path directory;

    private Invocation history(String... arguments) {
        return Invocation.of(Stream.concat(
                        Stream.of("history"), Stream.of(arguments).map(it -> it.replace("DIR", directory.toString())))
                .toArray(String[]::new));
    }

    /** The last ones are a fifth slower. */
    private Path[] nights(int slower) throws IOException {
        return MadeUpResults.nights(directory.resolve("nights"), NIGHTS, 1.2, slower);
    }

    @Test
    void twoSlowerRunsAreARegressionOnce() throws IOException {
        nights(2);
        Invocation red = history("DIR/nights");
        assertThat(red.exitCode()).as(red.out() + red.err()).isEqualTo(1);
        assertThat(red.out())
                .startsWith("REGRESSION: 1 of 2 rows is newly slower")
                .contains("\n  22fffff: 1 row slower, +", "Cart.add ", " 21fffff..22fffff ");
        assertThat(red.err()).isEmpty();
        assertThat(history("DIR/nights", "--margin", "30%").exitCode()).isZero();
        nights(3);
        assertThat(history("DIR/nights").exitCode()).isZero();
    }

    @Test
    void aFolderGrowsRunByRun() throws IOException {
        int day = 0;
        for (Path night : nights(2)) {
            day++;
            Files.writeString(
                    night.resolveSibling(night.getFileName().toString().replace(".json", ".environment.json")),
                    "{\"start\":\"2026-05-%02dT02:00:00Z\"}".formatted(day));
            Invocation ended = history("DIR/kept", "--append", night.toString());
            assertThat(ended.exitCode()).as(ended.out()).isEqualTo(day == NIGHTS ? 1 : 0);
            assertThat(ended.err())
                    .containsPattern("copied to .*/2026-05-..T020000Z-..fffff")
                    .hasLineCount(1);
        }
        assertThat(history("DIR/kept").out()).startsWith("REGRESSION: 1 of 2 rows is newly slower");
    }

    /** A tool other than JMH may write a throughput in a mode of times. */
    @Test
    void checkAndHistoryTakeAScoreInOneDirection() throws IOException {
        Path[] files = new Path[NIGHTS];
        for (int n = 0; n < NIGHTS; n++) {
            double score = (n < NIGHTS - 2 ? 40_000 : 28_000) + 7 * (n * 5 % 9);
            files[n] = new MadeUpResults()
                    .row("a.B.add", "avgt", "ops/s", score, "")
                    .row("a.B.drop", "avgt", "ops/s", 90_000 + 11 * (n * 4 % 7), "")
                    .write(directory.resolve("nights/%02dfffff.json".formatted(n)));
        }
        String note = "mode avgt contradicts the unit ops/s, which decides: more is better";
        assertThat(history("DIR/nights").out())
                .startsWith("REGRESSION: 1 of 2 rows is newly slower, +4")
                .contains(note);
        Invocation check = Invocation.of("check", files[0].toString(), files[NIGHTS - 1].toString());
        assertThat(check.out()).contains("B.add ", "+4", note);
        assertThat(Invocation.of("report", files[0].toString()).err()).contains(note);
    }

    @Test
    void everyFormatIsWrittenToAFile() throws IOException {
        nights(2);
        for (String format : new String[] {"html", "markdown", "text"}) {
            Path file = directory.resolve("history." + format);
            Invocation ended = history("DIR/nights", "--format", format, "-o", file.toString());
            assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
            assertThat(ended.out()).isEmpty();
            assertThat(file).content().contains("22fffff");
        }
        assertThat(directory.resolve("history.html")).content().startsWith("<!DOCTYPE html>");
    }

    @Test
    void theStoreOfGithubActionBenchmarkIsReadAsItIs() {
        Invocation ended = history(MadeUpResults.JEDIS.toString(), "--suite", "Benchmark");
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("7fdb4e4f6: ", "80 runs");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            "" | RUNS
            DIR/nights DIR/nights --append x.json | --append is for one folder, not for 2 RUNS
            DIR/nights --commit 1234567 | --commit needs --append RUN
            DIR/nights --suite x | --suite is for github-action-benchmark's data.js
            DIR/nights --margin 3 | '3' is no share
            DIR/nights --format xml | expected one of [text, markdown, html]
            """)
    void aWrongCommandLineEndsWith64AndOneLine(String arguments, String message) throws IOException {
        nights(0);
        Invocation ended = history(arguments.isEmpty() ? new String[0] : arguments.split(" "));
        assertThat(ended.exitCode()).isEqualTo(64);
        assertThat(ended.err()).startsWith("history: ").contains(message).hasLineCount(1);
        assertThat(ended.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"DIR/none", "DIR/bad.json", "DIR/nights DIR/bad.json", "DIR/nights --append DIR/bad.json"})
    void aBadOrMissingFileEndsWith65AndOneLine(String arguments) throws IOException {
        nights(0);
        Files.writeString(directory.resolve("bad.json"), "[{");
        Invocation ended = history((arguments + " -o DIR/report").split(" "));
        assertThat(ended.exitCode()).isEqualTo(65);
        assertThat(ended.err()).startsWith(directory.toString()).hasLineCount(1);
        assertThat(directory.resolve("report")).doesNotExist();
    }
}
