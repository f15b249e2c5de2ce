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
        nights(3);
        assertThat(history("DIR/nights").exitCode()).isZero();
        assertThat(history("DIR/nights", "--since", "05fffff").exitCode()).isEqualTo(1);
        assertThat(history("DIR/nights", "--margin", "30%").exitCode()).isZero();
    }

    @Test
    void anAcceptedChangeIsNoRegression() throws IOException {
        nights(2);
        Files.writeString(directory.resolve("accepted"), "Cart.add 22fffff a deeper check\n");
        Invocation ended = history("DIR/nights", "--accept", "DIR/accepted");
        assertThat(ended.exitCode()).isZero();
        assertThat(ended.out()).contains("accepted", "a deeper check");
    }

    @Test
    void aStoreGrowsRunByRun() throws IOException {
        for (Path night : nights(2)) {
            Invocation ended = history("--store", "DIR/history.jsonl", "--append", night.toString());
            assertThat(ended.exitCode()).as(ended.out()).isEqualTo(night.endsWith("23fffff.json") ? 1 : 0);
            assertThat(ended.err()).containsPattern("1 run added, ..fffff").hasLineCount(1);
        }
        assertThat(Files.readAllLines(directory.resolve("history.jsonl"))).hasSize(NIGHTS);
        assertThat(history("--store", "DIR/history.jsonl").out()).startsWith("REGRESSION: 1 of 2 rows is newly slower");
    }

    @Test
    void thePageAndTheOtherFormatsAreWrittenToAFile() throws IOException {
        nights(2);
        for (String format : new String[] {"html", "json", "markdown", "text"}) {
            Path file = directory.resolve("history." + format);
            Invocation ended = history("DIR/nights", "--format", format, "-o", file.toString());
            assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
            assertThat(ended.out()).isEmpty();
            assertThat(file).content().contains("22fffff");
        }
        assertThat(directory.resolve("history.html"))
                .content()
                .startsWith("<!DOCTYPE html>")
                .contains("Cart.add is 20% slower since 22fffff".replace("20%", "20\u00a0%"));
    }

    @Test
    void aRegressionIsAFailureForCi() throws IOException {
        nights(2);
        Invocation github = history("DIR/nights", "--format", "github");
        assertThat(github.exitCode()).isEqualTo(1);
        assertThat(github.out())
                .startsWith("::notice title=callcost history::REGRESSION: 1 of 2 rows")
                .contains("::error title=newly slower%3A Cart.add::newly slower: +")
                .containsPattern("::error .*, 21fffff\\.\\.22fffff, two runs agree\n")
                .containsOnlyOnce("::error")
                .doesNotContain("::warning");
    }

    @Test
    void aSuspectRowIsAWarningAndFailsWhenStrict() throws IOException {
        nights(1);
        assertThat(history("DIR/nights", "--format", "github").out())
                .contains("::warning title=suspect%3A Cart.add::suspect: +")
                .doesNotContain("::error");
        Invocation strict = history("DIR/nights", "--format", "github", "--strict");
        assertThat(strict.exitCode()).isEqualTo(2);
        assertThat(strict.out()).contains("::error title=suspect%3A Cart.add::suspect: +");
    }

    @Test
    void theStoreOfGithubActionBenchmarkIsReadAsItIs() {
        String data = MadeUpResults.JEDIS.toString();
        Invocation ended = history(data, "--suite", "Benchmark");
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("0dca44ce3: ", "80 runs");
        Invocation appended = history("--store", "DIR/history.jsonl", "--append", data);
        assertThat(appended.err()).contains("80 runs added");
        assertThat(appended.exitCode()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            "" | which runs? name files or folders, or --store FILE
            DIR/nights --store DIR/s.jsonl | RUNS or --store, not both; --append DIR/nights adds
            DIR/nights --append x.json | --append needs --store FILE
            DIR/nights --commit 1234567 | --commit needs --append RUN
            --store DIR/s.jsonl --suite x | --suite is for github-action-benchmark's data.js
            DIR/nights --suite x | --suite is for github-action-benchmark's data.js
            DIR/nights --since 1234567 | --since 1234567: no run is of that commit; the oldest run is of 00fffff, the newest of 23fffff
            DIR/nights --rename add | --rename add is not OLD=NEW
            DIR/nights --margin 3 | '3' is no share
            DIR/nights --format xml | expected one of [text, markdown, json, html, github]
            --store DIR/s.jsonl.gz --append DIR/nights | is packed; --append needs it unpacked
            DIR/history.jsonl | a store is read by --store DIR/history.jsonl
            """)
    void aWrongCommandLineEndsWith64AndOneLine(String arguments, String message) throws IOException {
        nights(0);
        Invocation ended = history(arguments.isEmpty() ? new String[0] : arguments.split(" "));
        assertThat(ended.exitCode()).isEqualTo(64);
        assertThat(ended.err())
                .startsWith("history: ")
                .contains(message.replace("DIR", directory.toString()))
                .hasLineCount(1);
        assertThat(ended.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "DIR/none",
        "DIR/bad.json",
        "DIR/nights DIR/bad.json",
        "--store DIR/none.jsonl",
        "DIR/nights --order DIR/none",
        "DIR/nights --accept DIR/bad.json"
    })
    void aBadOrMissingFileEndsWith65AndOneLine(String arguments) throws IOException {
        nights(0);
        Files.writeString(directory.resolve("bad.json"), "[{");
        Invocation ended = history((arguments + " -o DIR/report").split(" "));
        assertThat(ended.exitCode()).isEqualTo(65);
        assertThat(ended.err()).startsWith(directory.toString()).hasLineCount(1);
        assertThat(directory.resolve("report")).doesNotExist();
    }
}
