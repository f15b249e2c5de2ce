package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.MadeUpSession;
import dev.callcost.data.Fixtures;
import dev.callcost.data.RowKey;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code check} of fixtures. Those in hunt are made after real files on which a rule for regressions can fall short. Those in jobs are of three jobs,
 * each with one fork of base and head, of which one row is a quarter slower.
 */
class CheckCommandTest {
    private static final Path BASE = Fixtures.path(Fixtures.FIVE_FORKS);
    private static final String ANSWER = "REGRESSION: 1 of 6 rows is slower. ";

    @TempDir
    Path directory;

    /** @param line with names of fixtures, of which FIVE, PAIR and JOBS are short for some, and ~ in place of a blank in a word */
    private static Invocation check(String line, Path... files) {
        String[] words = line.replaceAll("counters-(base|head)(?= |$)", "hunt/$0.json")
                .replace("FIVE", Fixtures.FIVE_FORKS)
                .replaceAll("PAIR(\\d)", "hunt/$1-base.json hunt/$1-head.json")
                .replace(
                        "JOBS",
                        "jobs/base-1.json jobs/base-2.json jobs/base-3.json"
                                + " -- jobs/head-1.json jobs/head-2.json jobs/head-3.json")
                .replaceAll("(?<=^| )(?=(five-forks|one-fork|hunt|jobs|seeds)[./])", BASE.getParent() + "/")
                .split(" ");
        return Invocation.of(Stream.of(
                        Stream.of("check"),
                        Stream.of(words).map(word -> word.replace('~', ' ')),
                        Stream.of(files).map(Path::toString))
                .flatMap(it -> it)
                .toArray(String[]::new));
    }

    private Path copy(String name, String fixture, String text, String replacement) throws IOException {
        return Files.writeString(directory.resolve(name), Fixtures.text(fixture).replaceAll(text, replacement));
    }

    /** Texts that are in standard output, after ! are not in it, with ^ at its begin, and a blank for all white space. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                # files of several forks
                FIVE FIVE                       | 0 | ^No regression found: 8 of 25 rows are the same, 17 are inconclusive; the widest could be
                FIVE one-fork.json              | 0 |
                FIVE one-fork.json --strict     | 2 | too few forks && missing in head ( && (--strict)
                # one iteration of five takes twenty times as long in each fork of head
                PAIR3 | 0 | ^OK: no row is slower by its fastest iterations, but 1 row is by its mean, X.m +380%. 1 same.
                PAIR3 | 0 | ^OK && same (mean +380%: collections?) X.m -0.0% [-0.8%, +0.8%] 9.94 -> 9.94 us
                PAIR3 --strict | 2 | ^NOT SHOWN (--strict): no row is slower by its fastest iterations, but 1 row is by its mean, X.m +380%. 1 same.
                PAIR3 --format json | 0 | "verdict": "SAME" && "meanBeyondMargin": "SLOWER" && "byMean": { "ratio": 4.795057065050
                PAIR3 --format markdown | 0 | SAME (mean +380%: collections?)
                hunt/3-head.json hunt/3-base.json --strict | 0 | ^OK: no row is slower. 1 same. && same (mean -79.1%: collections?)
                hunt/3-head.json hunt/3-base.json --format json | 0 | "meanBeyondMargin": "FASTER"
                # two checkouts of a project are measured alike
                PAIR6 --strict | 0 | ^OK: no row is slower. 1 same. && !measured differently
                PAIR6 --strict | 0 | ^OK && not counted as differences, because only paths or ports differ: -Djava.io.tmpdir
                PAIR6 --format json | 0 | "differences": [] && "ignored": [ "
                # one fork a side has hints and the forks that would tell
                PAIR8 | 0 | ^INCONCLUSIVE: one fork a side decides nothing; the largest change is Cart.op7 +98.6%. 12 with too few forks.
                PAIR8 | 0 | ^INCONCLUSIVE && Cart.op7 +98.6% 9.95 -> 19.8 us 1+1 5 forks && 12 inconclusive rows need about 5 forks a side. Not shown: 7 too few forks
                PAIR8 --strict | 2 | ^NOT SHOWN (--strict): one fork a side decides nothing; the largest change is Cart.op7 +98.6%
                PAIR8 --format json | 0 | "forksNeeded": 5
                seeds/sample-time.json seeds/sample-time.json --metric p95,p50 --format json | 0 | "metric": "p95"
                # counters and methods of a group are judged where --metric names them: get has half of its throughput
                counters-base counters-head | 0 | ^No regression found && 4 of 5 rows are the same, 1 is inconclusive && !misses
                counters-base counters-head --metric misses:lower | 0 | 1 of 6 rows is faster && CacheBench.get:misses -50.1% && !hits
                counters-base counters-head --metric misses | 1 | ^REGRESSION: 1 of 6 rows is slower. && CacheBench.get:misses +100%
                PAIR2 | 0 | !REGRESSION && !rw:
                PAIR2 --metric get,put | 1 | ^REGRESSION: 1 of 3 rows is slower. && QueueBench.rw:get +101%
                hunt/counters-64-threads.json hunt/counters-64-threads.json | 0 | Pool.take +0.0% && !:counter
                # the slower row of the jobs has +24.5 %
                JOBS --warn-at 3%               | 1 | ^REGRESSION: 1 of 6 rows is slower. && !by less, 1
                JOBS --warn-at 3% --fail-at 10% | 1 | ^REGRESSION: 1 of 6 rows is slower by 10.0% or more. && !by less, 1
                JOBS --warn-at 0.03 --fail-at 0.24 | 1 | ^REGRESSION: 1 of 6 rows is slower by 24.0% or more.
                JOBS --warn-at 3% --fail-at 30% | 0 | ^WARNING: 1 of 6 rows is slower by less than 30.0%. && !by less, 1
                JOBS --warn-at 60% --fail-at 10% | 0 | !REGRESSION && !WARNING:
                JOBS --warn-at 0.6              | 0 | !REGRESSION && !WARNING:
                JOBS --fail-at 30% --format json | 0 | "outcome": "WARNING" && "failAt": 0.3
                JOBS --fail-at 30% --strict     | 2 |
                # required rows
                JOBS --margin 60% --require Cart | 0 |
                JOBS --margin 60% --require ^org\\.example\\.CartBench\\.add~n=10$ | 0 |
                JOBS --margin 60% --require JsonBench.parse$ | 0 |
                JOBS --require Basket           | 1 | ^REGRESSION: 1 of 6 rows is slower. && no row matches --require Basket
                # contended forks
                results/epyc-vm-jdk17-rungs results/epyc-vm-jdk17-rungs | 0 | in base's log: 18 of 350 forks are excluded: something else used the core nearly all the time
                # the unit of JSON
                JOBS --format json              | 1 | ^{ "schema": "callcost check 5" && "files": 3 && "margin": 0.03
                jobs/base-1.json jobs/head-1.json --format json | 0 | !"files":
                """)
    void fixturesHaveTheirVerdict(String line, int exitCode, String texts) {
        Invocation ended = check(line);
        assertThat(ended.err()).isEmpty();
        assertThat(ended.exitCode()).as(ended.out()).isEqualTo(exitCode);
        String out = "^" + ended.out().replaceAll("\\s+", " ");
        assertThat(out).doesNotContain("\u001b");
        for (String text : texts == null ? new String[0] : texts.split(" && ")) {
            if (text.startsWith("!")) {
                assertThat(out).doesNotContain(text.substring(1));
            } else {
                assertThat(out).contains(text);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "JOBS",
                "--all JOBS",
                "jobs/base-1.json jobs/base-2.json jobs/base-3.json -- --all jobs/head-1.json jobs/head-2.json jobs/head-3.json",
                "JOBS --all --margin 3%",
                "jobs/base-1.json --margin 3% jobs/base-2.json jobs/base-3.json -- jobs/head-1.json jobs/head-2.json jobs/head-3.json",
                "jobs/base-1.json jobs/base-2.json jobs/base-3.json -- jobs/head-1.json --margin=3% jobs/head-2.json jobs/head-3.json",
                "--head jobs/head-1.json jobs/head-2.json jobs/head-3.json --all --base jobs/base-1.json jobs/base-2.json jobs/base-3.json",
                "--base jobs/base-1.json --head jobs/head-1.json --base jobs/base-2.json --head jobs/head-2.json --base jobs/base-3.json --head jobs/head-3.json",
                "jobs/base-*.json -- jobs/head-?.json",
                "--head jobs/head-[1-3].json --base jobs/{base,none}-*.json",
                "hunt/../*/base-*.json -- hunt/../**/head-?.json"
            })
    void sidesAreDividedAsTyped(String line) {
        Invocation ended = check(line);
        assertThat(ended.err()).isEmpty();
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.out())
                .startsWith(ANSWER)
                .containsPattern("\\nslower\\n  CartBench.add n=10 +\\+2\\d\\.\\d%.* 3\\+3 files")
                .contains("each file counts as one value: 3+3 files.")
                .doesNotContain("one after the other");
    }

    @Test
    void whatATerminalShows() throws IOException {
        Fixtures.assertText(
                "report/several-files.txt", check("JOBS --all --wide").out().replace(BASE.getParent() + "/jobs/", ""));
    }

    /** Else a gate would be green for ever that compares a file with that of another suite. */
    @Test
    void filesWithoutARowInCommonAreNoComparison() throws IOException {
        Path other =
                copy("other.json", Fixtures.FIVE_FORKS, "dev\\.callcost\\.benchmark\\.(\\w+\\.)*", "org.example.Other");
        assertThat(check("FIVE", other))
                .isEqualTo(new Invocation(
                        65, "", BASE + " and " + other + " have no row in common" + System.lineSeparator()));
    }

    @Test
    void aParameterThatIsNewIsTheReasonForNoRowInCommon() throws IOException {
        Path base = Files.writeString(directory.resolve("base.json"), row(""));
        Path head = Files.writeString(directory.resolve("head.json"), row("\"params\": {\"size\": \"10\"}, "));
        assertThat(Invocation.of("check", base.toString(), head.toString()))
                .isEqualTo(new Invocation(
                        65,
                        "",
                        base + " and " + head
                                + " have no row in common: the parameter size was added in head: List.add"
                                + System.lineSeparator()));
    }

    private static String row(String params) {
        return """
                [{"benchmark": "a.List.add", "mode": "avgt", "threads": 1, "forks": 1, %s\
                "primaryMetric": {"score": 1.0, "scoreUnit": "us/op", "rawData": [[1.0]]}}]""".formatted(params);
    }

    @Test
    void aSlowerRowIsARegression() throws IOException {
        Invocation ended = check("FIVE", slower());
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.out())
                .containsPattern("\\nslower\\n  RmiBenchmark\\.call +\\+10\\.0% ")
                .startsWith("REGRESSION: 1 of ");

        Invocation back = Invocation.of("check", slower().toString(), BASE.toString());
        assertThat(back.exitCode()).isZero();
        assertThat(back.out()).containsPattern("\\nfaster\\n  RmiBenchmark\\.call +-9\\.1% ");
    }

    /** The fixture with every score of RmiBenchmark.call a tenth higher. */
    private Path slower() throws IOException {
        String text = Files.readString(BASE);
        int row = text.indexOf("RmiBenchmark.call");
        int from = text.indexOf("\"rawData\"", row);
        int to = text.indexOf("\"secondaryMetrics\"", from);
        String raw = Pattern.compile("\\d+\\.\\d+")
                .matcher(text.substring(from, to))
                .replaceAll(number -> String.valueOf(1.1 * Double.parseDouble(number.group())));
        return Files.writeString(directory.resolve("slower.json"), text.substring(0, from) + raw + text.substring(to));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-javaagent:/opt/base/agent.jar=1234", "-Xmx2g", "-Dmode=fast"})
    void anArgumentOfOneSideThatCountsFailsStrict(String argument) throws IOException {
        Path other = copy("head.json", "hunt/6-head.json", "\"-Xmx1g\"", "$0, \"" + argument + "\"");
        Invocation strict = check("--strict hunt/6-base.json", other);
        assertThat(strict.exitCode()).isEqualTo(2);
        assertThat(strict.out()).contains("jvmArgs (none) / " + argument);
    }

    @Test
    void aRequiredRowThatHeadLacksFails() throws IOException {
        Path head = copy("head.json", "jobs/base-1.json", "CartBench.drop", "CartBench.remove");
        assertThat(check("jobs/base-1.json", head).exitCode()).isZero();
        assertThat(check("--require JsonBench jobs/base-1.json", head).exitCode())
                .isZero();
        Invocation failed = check("--require Json --require CartBench jobs/base-1.json", head);
        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.out())
                .startsWith("FAILED: head lacks the required row CartBench.drop n=10. No row is proven slower. ");
        Invocation none = check("--require Basket jobs/base-1.json", head);
        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.out()).startsWith("FAILED: no row matches --require Basket. No row is proven slower. ");
        assertThat(check("--require Cart --format json jobs/base-1.json", head).out())
                .contains(
                        "\"outcome\": \"FAILED\"",
                        "\"missing\": [\n    \"head lacks the required row CartBench.drop n=10\"\n  ]");
    }

    @Test
    void writesToAFileWhatItWouldPrint() {
        Path file = directory.resolve("report.md");
        Invocation ended = check("FIVE FIVE --format markdown -o", file);
        assertThat(ended.exitCode()).isZero();
        assertThat(ended.out()).isEmpty();
        assertThat(file).hasContent(check("FIVE FIVE --format markdown").out());
    }

    @Test
    void packedFilesAndFoldersAreFilesToo() throws IOException {
        for (int number = 1; number <= 3; number++) {
            Path packed = directory.resolve("base-" + number + ".json.gz");
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
                Files.copy(Fixtures.path("jobs/base-" + number + ".json"), out);
            }
            Path folder = Files.createDirectory(directory.resolve("head-" + number));
            Files.copy(Fixtures.path("jobs/head-" + number + ".json"), folder.resolve("results.json"));
        }
        // of a run of the suite
        Files.writeString(directory.resolve("base-1.environment.json"), "{}");
        assertThat(check(directory + "/base-* -- " + directory + "/head-*").out())
                .startsWith(ANSWER);
    }

    /** The last line with a match counts, one margin for all needs no column, and a line without a row is a warning. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "# rows of the cart, CartBench 60%  # noisy, , ^org.example.CartBench.sum 0.9 | 0 | margins 3.0% to 90.0% by row",
                "CartBench.add 2%, Cart 60% | 0 | margins 3.0% to 60.0% by row;",
                "Cart 60%, CartBench.add n=10$ 2% | 1 | margins 2.0% to 60.0% by row;",
                ". 60% | 0 | margin 60.0%;",
                "CartBench 60%, Bsket 2% | 0 | margins line 2 (Bsket)"
            })
    void linesOfMargins(String lines, int exitCode, String told) throws IOException {
        Path file = Files.write(directory.resolve("margins"), List.of(lines.split(", ")));
        Invocation ended = check("JOBS --all --margins", file);
        assertThat(ended.exitCode()).as(ended.out()).isEqualTo(exitCode);
        assertThat(ended.out().replaceAll("\\s+", " ")).contains(told);
        assertThat(Pattern.compile("base -> head .* margin")
                        .matcher(ended.out())
                        .find())
                .isEqualTo(!told.startsWith("margin 60"));
        assertThat(ended.out().contains("matches no row (renamed?): ")).isEqualTo(told.contains("Bsket"));
        if (told.contains("90")) {
            assertThat(ended.out())
                    .containsPattern("same\\n(.*\\n)*  CartBench.add n=10 .*3\\+3 files +60\\.0%")
                    .containsPattern("CartBench.sum .*90\\.0%")
                    .containsPattern("JsonBench.parse .* 3\\.0%");
            assertThat(check("JOBS --format json --margins", file).out())
                    .contains("\"margin\": 0.6", "\"margin\": 0.9", "\"margin\": 0.03");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "CartBench | a line is REGEX MARGIN, was CartBench",
                "CartBench 2 | '2' is no share",
                "Cart( 2% | not a regular expression: Cart( (",
                "CartBench 2 % | '%' is no share",
                "CartBench 120% | '120%' is no share"
            })
    void aBrokenLineOfMarginsIsNamedWithItsNumber(String line, String message) throws IOException {
        Path file = Files.write(directory.resolve("margins"), List.of("# comment", "", line));
        Invocation ended = check("JOBS --margins", file);
        assertThat(ended.exitCode()).isEqualTo(65);
        assertThat(ended.err()).startsWith(file + ": line 3: " + message).hasLineCount(1);
        assertThat(ended.out()).isEmpty();
        Files.delete(file);
        assertThat(check("JOBS --margins", file).exitCode()).isEqualTo(65);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--margin 3 A B | '3' is no share",
                "--margin 0% A B | '0%' is no share",
                "--margin x A B | 'x' is no share",
                "A | two files, BASE and HEAD, not 1",
                "A B C | which of 3 files are base's? Write -- before the first of head: check A B -- C",
                "-- A | no file of base",
                "A B -- | no file of head",
                "--base A | no file of head",
                "--head A | no file of base",
                "--base A --head B C -- | not both",
                "A --head B | not both",
                "A A -- B | base has the file A twice",
                "A -- B ./B | head has the file ./B twice",
                "--paired A -- B | --paired takes folders",
                "--paired --base A | --paired takes folders",
                "--paired | --paired takes folders",
                "--strict | two files, BASE and HEAD, not 0",
                "--fail-at 3 A B | '3' is no share",
                "--require ( A B | not a regular expression: (",
                "--format xml A B | expected one of [text, json, markdown, junit, github]",
                "--sttrict A B | Unknown option: '--sttrict'",
                "--metric p99:lower A B | 'p99:lower' gives a percentile a direction",
                "--metric hits hunt/3-base.json hunt/3-base.json | no row has the metric hits; there is none",
                "--metric p99,hits hunt/3-base.json hunt/3-base.json | no row has samples for p99: percentiles need JMH's mode sample (-bm sample)"
            })
    void aWrongCommandLineEndsWith64AndOneLine(String line, String message) {
        Invocation ended = check(line);
        assertThat(ended.exitCode()).isEqualTo(64);
        assertThat(ended.err()).startsWith("check: ").contains(message).hasLineCount(1);
        assertThat(ended.out()).isEmpty();
    }

    @Test
    void pairsAreJudgedAgainWithAnotherMarginAndNeverTwice() throws IOException {
        RowKey row = MadeUpSession.key("call");
        String text = new MadeUpSession("2026-01-01T10:00:00Z", 0.03, row)
                .pairs(row, Arrays.stream(MadeUpSession.SAME).map(d -> d + 0.05).toArray())
                .text();
        Path run = Files.createDirectory(directory.resolve("run"));
        Files.writeString(run.resolve("log.jsonl"), text);
        Path other = Files.createDirectory(directory.resolve("other"));
        Files.writeString(other.resolve("log.jsonl"), text.replace("\"seed\":42", "\"seed\":43"));

        assertThat(check("--paired", run).exitCode()).isEqualTo(1);
        Invocation wider = check("--paired --margin 10%", run);
        assertThat(wider.exitCode()).as(wider.out()).isZero();
        assertThat(wider.out()).startsWith("No regression found in 1 row. 1 same, 1 missing in head.\n");
        assertThat(check("--paired", run, other).out()).containsPattern("\nslower\n  \\S*call .* 30\n");

        Invocation twice = check("--paired", run, run);
        assertThat(twice.exitCode()).isEqualTo(64);
        assertThat(twice.err()).contains("named twice").hasLineCount(1);
        assertThat(check("--paired", directory).exitCode()).isEqualTo(65);
    }

    /** The reader's own test has all ways to be bad. */
    @Test
    void aBadOrMissingFileEndsWith65AndOneLine() throws IOException {
        Path output = directory.resolve("report.txt");
        Map<String, String> lines = Map.of(
                Files.writeString(directory.resolve("bad.json"), "\u0000\u0001\u0002PK")
                        .toString(),
                "",
                directory.resolve("missing.json").toString(),
                "",
                Files.createDirectory(directory.resolve("folder")).toString(),
                "",
                "nothing-*.json",
                "no file matches",
                "none/*/x.json",
                "no file matches");
        lines.forEach((bad, message) -> {
            for (String line : List.of("FIVE " + bad, bad + " FIVE", "FIVE -- FIVE " + bad)) {
                Invocation ended = check("-o " + output + " " + line);
                assertThat(ended.exitCode()).isEqualTo(65);
                assertThat(ended.err()).startsWith(bad + ": " + message).hasLineCount(1);
                assertThat(ended.out()).isEmpty();
            }
        });
        assertThat(output).doesNotExist();
    }
}
