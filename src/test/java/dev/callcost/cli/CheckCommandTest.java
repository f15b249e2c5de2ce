package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.compare.MadeUpSession;
import dev.callcost.data.Fixtures;
import dev.callcost.data.RowKey;
import dev.callcost.history.MadeUpResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code check} of fixtures. Those in hunt are made after real files on which a rule for regressions can fall short.
 * Those in jobs are of three jobs, each with one fork of base and head, of which one row is a quarter slower.
 */
class CheckCommandTest {
    private static final Path BASE = Fixtures.path(Fixtures.FIVE_FORKS);
    private static final String ANSWER = "REGRESSION: 1 of 6 rows is slower, CartBench.add n=10 +24.0%. ";

    @TempDir
    Path directory;

    /** @param line with names of fixtures, of which FIVE, PAIR and JOBS are short for some */
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
        return Invocation.of(
                Stream.of(Stream.of("check"), Stream.of(words), Stream.of(files).map(Path::toString))
                        .flatMap(it -> it)
                        .toArray(String[]::new));
    }

    /** Work has no part in the verdict, and neither has the note on work that does not compare. */
    @Test
    void stepsOfWorkStandAfterTheVerdicts() throws IOException {
        Path base = new MadeUpResults()
                .row("a.B.add", 20)
                .work(13_975, 13_975)
                .row("a.B.drop", 30)
                .work(8, 8)
                .row("a.B.of", 40)
                .work(9, 9)
                .write(directory.resolve("base.json"));
        Path head = new MadeUpResults()
                .row("a.B.add", 20)
                .work(13_979, 13_979)
                .row("a.B.drop", 30)
                .work(8, 8)
                .row("a.B.of", 40)
                .jdk("25.0.1")
                .work(9, 9)
                .write(directory.resolve("head.json"));
        Invocation text = Invocation.of("check", base.toString(), head.toString());
        assertThat(text.exitCode()).isZero();
        assertThat(text.out()).endsWith("""

                        Work changed in 1 of 2 rows, which says nothing about time:
                          B.add executes 4 bytecodes more per operation (13,975 -> 13,979)

                        Work that does not compare:
                          1 row: counted on JDK 17 and 25
                        """);
        assertThat(Invocation.of("check", base.toString(), base.toString()).out())
                .endsWith("\nWork is the same in 3 rows, which says nothing about time.\n");
        JsonObject work = JsonParser.parseString(
                        Invocation.of("check", "--format", "json", base.toString(), head.toString())
                                .out())
                .getAsJsonObject()
                .getAsJsonObject("work");
        assertThat(work.getAsJsonArray("rows")).hasSize(2);
        assertThat(work.getAsJsonArray("rows").get(0).getAsJsonObject().get("steps"))
                .hasToString("[{\"metric\":\"work.bytecodes\",\"base\":13975.0,\"head\":13979.0}]");
        assertThat(work.get("notCompared")).hasToString("{\"counted on JDK 17 and 25\":1}");
        assertThat(Invocation.of("check", "--format", "github", base.toString(), head.toString())
                        .out())
                .contains("\n- B.add executes 4 bytecodes more per operation");
    }

    /** Files of one build that count otherwise show that the work is up to chance. */
    @Test
    void severalFilesASideHaveStepsWhereTheyAgree() throws IOException {
        List<String> words = new ArrayList<>(List.of("check"));
        for (String file : List.of("base-1", "base-2", "--", "head-1", "head-2")) {
            boolean isHead = file.startsWith("head");
            words.add(
                    file.equals("--")
                            ? file
                            : new MadeUpResults()
                                    .row("a.B.add", 20)
                                    .work(isHead ? 13_979 : 13_975, isHead ? 13_979 : 13_975)
                                    .row("a.B.hash", 30)
                                    .work(file.equals("head-2") ? 9 : 8, file.equals("head-2") ? 9 : 8)
                                    .write(directory.resolve(file + ".json"))
                                    .toString());
        }
        assertThat(Invocation.of(words.toArray(String[]::new)).out()).endsWith("""

                        Work changed in 1 of 1 row (all files of a side agree), which says nothing about time:
                          B.add executes 4 bytecodes more per operation (13,975 -> 13,979)

                        Work that does not compare:
                          1 row: the files of a side have different counts
                        """);
    }

    /**
     * Texts that are in standard output, after ! are not in it, with ^ at its begin, and a blank for all white space.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                # files of several forks
                FIVE FIVE                       | 0 | ^No regression found in 25 rows. 8 same, 17 inconclusive.
                FIVE one-fork.json              | 0 |
                FIVE one-fork.json --strict     | 2 | missing in head ( && (--strict)
                # one iteration of five takes twenty times as long in each fork of head
                PAIR3 | 0 | ^OK: no row is slower by its fastest iterations. 1 same except by the mean.
                PAIR3 | 0 | ^OK && same except by the mean X.m -0.0% [-0.8%, +0.8%] 9.94 -> 9.94 us && slower by the mean alone, +380%: some iterations take much longer
                PAIR3 --strict | 2 | ^NOT SHOWN (--strict): no row is slower by its fastest iterations. 1 same except by the mean.
                PAIR3 --format json | 0 | "verdict": "SAME" && "meanBeyondMargin": "SLOWER" && "byMean": { "ratio": 4.795057065050
                PAIR3 --format markdown | 0 | same except by the mean
                hunt/3-head.json hunt/3-base.json --strict | 0 | ^OK: no row is slower. 1 same except by the mean. && faster by the mean alone, -79.1%
                hunt/3-head.json hunt/3-base.json --format json | 0 | "meanBeyondMargin": "FASTER"
                # two checkouts of a project are measured alike
                PAIR6 --strict | 0 | ^OK: no row is slower. 1 same. && !measured differently
                PAIR6 --format json | 0 | "differences": []
                # one fork a side has hints and the forks that would tell
                PAIR8 | 0 | ^INCONCLUSIVE: no row is decided; the largest change is Cart.op7 +98.6%. 12 inconclusive.
                PAIR8 | 0 | ^INCONCLUSIVE && Cart.op7 +98.6% 9.95 -> 19.8 us 1+1 && 12 rows are inconclusive and need about 5 forks a side. --all lists all rows.
                PAIR8 --strict | 2 | ^NOT SHOWN (--strict): no row is decided; the largest change is Cart.op7 +98.6%
                PAIR8 --format json | 0 | "needed": 5
                seeds/sample-time.json seeds/sample-time.json --metric p95,p50 --format json | 0 | "metric": "p95"
                # counters and methods of a group are judged where --metric names them: get has half of its throughput
                counters-base counters-head | 0 | ^No regression found in 5 rows. 4 same, 1 inconclusive. && changed and not judged (add --metric misses:lower): CacheBench.get misses 2,000,000 -> 999,000 ops/s
                counters-base counters-head --metric misses:lower | 0 | 1 faster && CacheBench.get:misses -50.1% && !hits
                counters-base counters-head --metric misses | 1 | ^REGRESSION: 1 of 6 rows is slower, CacheBench.get:misses +100%
                PAIR2 | 0 | !REGRESSION && !rw:
                PAIR2 --metric get,put | 1 | ^REGRESSION: 1 of 3 rows is slower, QueueBench.rw:get +101%
                hunt/counters-64-threads.json hunt/counters-64-threads.json | 0 | Pool.take +0.0% && !:counter
                # the slower row of the jobs has +24.5 %
                JOBS --margin 3% --fail-at 10%  | 1 | ^REGRESSION: 1 of 6 rows is slower, CartBench.add n=10 +24.0%, 1 by 10.0% or more.
                JOBS --margin 0.03 --fail-at 0.24 | 1 | ^REGRESSION
                JOBS --fail-at 30%              | 0 | ^WARNING: 1 of 6 rows is slower, CartBench.add n=10 +24.0%, none by 30.0% or more.
                JOBS --margin 60% --fail-at 10% | 0 | !REGRESSION && !WARNING:
                JOBS --fail-at 30% --format json | 0 | "outcome": "WARNING" && "failAt": 0.3
                JOBS --fail-at 30% --strict     | 2 |
                # contended forks
                results/epyc-vm-jdk17-rungs results/epyc-vm-jdk17-rungs | 0 | in base's log: 18 of 350 forks are excluded: something else used the core nearly all the time
                # the unit of JSON
                JOBS --format json              | 1 | ^{ "schema": "callcost check 6" && "files": 3 && "margin": 0.03
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

    /** Else a gate would be green for ever that compares a file with that of another suite. */
    @Test
    void filesWithoutARowInCommonAreNoComparison() {
        Invocation ended = check("hunt/3-base.json hunt/2-base.json");
        assertThat(ended.exitCode()).isEqualTo(65);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err())
                .hasLineCount(1)
                .matches("\\S+hunt/3-base.json and \\S+hunt/2-base.json have no row in common:"
                        + " base has X.m, head has QueueBench.rw threads=4 mode=thrpt\\R");
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
                "jobs/base-1.environment.json jobs/base-1.json jobs/base-2.json jobs/base-3.json -- jobs/head-1.json jobs/head-2.json jobs/head-3.json"
            })
    void sidesAreDividedAsTyped(String line) {
        Invocation ended = check(line);
        assertThat(ended.err()).isEmpty();
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.out())
                .startsWith(ANSWER)
                .containsPattern("\\nslower\\n  CartBench.add n=10 +\\+2\\d\\.\\d%.* 3\\+3 files")
                .contains("each file counts as one value.")
                .doesNotContain("one after the other");
    }

    @Test
    void whatATerminalShows() throws IOException {
        Fixtures.assertText(
                "report/several-files.txt", check("JOBS --all --wide").out().replace(BASE.getParent() + "/jobs/", ""));
    }

    @Test
    void writesToAFileWhatItWouldPrint() {
        Path file = directory.resolve("report.md");
        Invocation ended = check("FIVE FIVE --format markdown -o", file);
        assertThat(ended.exitCode()).isZero();
        assertThat(ended.out()).isEmpty();
        assertThat(file).hasContent(check("FIVE FIVE --format markdown").out());
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
                "A A -- B | base has the file A twice",
                "A -- B ./B | head has the file ./B twice",
                "--paired A -- B | --paired takes folders",
                "--paired | --paired takes folders",
                "--strict | two files, BASE and HEAD, not 0",
                "--fail-at 3 A B | '3' is no share",
                "--format xml A B | expected one of [text, json, markdown, github]",
                "--sttrict A B | unknown option --sttrict; did you mean --strict?",
                "--metric p99:lower A B | 'p99:lower' gives a percentile a direction",
                "--metric p99,misses hunt/3-base.json hunt/3-base.json | no row has samples for p99: percentiles need JMH's mode sample (-bm sample)"
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
        String text = MadeUpSession.of(row)
                .pairs(row, MadeUpSession.pairsAround(0.05))
                .text();
        Path run = Files.createDirectory(directory.resolve("run"));
        Files.writeString(run.resolve("log.jsonl"), text);

        assertThat(check("--paired", run).exitCode()).isEqualTo(1);
        Invocation wider = check("--paired --margin 10%", run);
        assertThat(wider.exitCode()).as(wider.out()).isZero();
        assertThat(wider.out())
                .startsWith("No regression found in 1 row. 1 same, 1 missing in head, 1 only in head.\n");

        Invocation twice = check("--paired", run, run);
        assertThat(twice.exitCode()).isEqualTo(64);
        assertThat(twice.err()).contains("named twice").hasLineCount(1);
        assertThat(check("--paired", directory).exitCode()).isEqualTo(65);
    }

    /** The reader's own test has all ways to be bad. */
    @Test
    void aBadOrMissingFileEndsWith65AndOneLine() throws IOException {
        Path output = directory.resolve("report.txt");
        for (Path bad : List.of(
                Files.writeString(directory.resolve("bad.json"), "\u0000\u0001\u0002PK"),
                directory.resolve("missing.json"),
                Files.createDirectory(directory.resolve("folder")))) {
            for (String line : List.of("FIVE " + bad, bad + " FIVE", "FIVE -- FIVE " + bad)) {
                Invocation ended = check("-o " + output + " " + line);
                assertThat(ended.exitCode()).isEqualTo(65);
                assertThat(ended.err()).startsWith(bad + ": ").hasLineCount(1);
                assertThat(ended.out()).isEmpty();
            }
        }
        assertThat(output).doesNotExist();
    }
}
