package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.compare.MadeUpSession;
import dev.callcost.data.Fixtures;
import dev.callcost.data.LogLines;
import dev.callcost.data.RowKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckCommandTest {
    private static final String BASE = Fixtures.path(Fixtures.FIVE_FORKS).toString();

    @TempDir
    Path directory;

    /** Strings, paths and lists of them as one list of words. */
    static List<String> words(Object... parts) {
        return Stream.of(parts)
                .flatMap(part -> part instanceof List<?> several ? several.stream() : Stream.of(part))
                .map(String::valueOf)
                .toList();
    }

    static Invocation check(Object... parts) {
        return Invocation.of(words("check", words(parts)).toArray(String[]::new));
    }

    /** A results file made after a real one, on which a rule for regressions can fall short. */
    private static Path base(int number) {
        return Fixtures.path("hunt/" + number + "-base.json");
    }

    private static Path head(int number) {
        return Fixtures.path("hunt/" + number + "-head.json");
    }

    /** The first paragraph. */
    private static String answer(Invocation ended) {
        return ended.out().split("\\n\\n")[0].replace('\n', ' ');
    }

    private static JsonObject onlyRow(Invocation ended) {
        return JsonParser.parseString(ended.out())
                .getAsJsonObject()
                .getAsJsonArray("rows")
                .get(0)
                .getAsJsonObject();
    }

    /** The fixture with every score of RmiBenchmark.call a tenth higher. */
    private Path slower() throws IOException {
        String text = Files.readString(Path.of(BASE));
        int row = text.indexOf("RmiBenchmark.call");
        int from = text.indexOf("\"rawData\"", row);
        int to = text.indexOf("\"secondaryMetrics\"", from);
        String raw = Pattern.compile("\\d+\\.\\d+")
                .matcher(text.substring(from, to))
                .replaceAll(number -> String.valueOf(1.1 * Double.parseDouble(number.group())));
        return Files.writeString(directory.resolve("slower.json"), text.substring(0, from) + raw + text.substring(to));
    }

    @Test
    void aFileAgainstItselfHasNoRegression() {
        Invocation ended = check(BASE, BASE);
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("no row is slower").doesNotContain("\nslower", "\nfaster");
        assertThat(ended.err()).isEmpty();
    }

    /** Else a gate would be green for ever that compares a file with that of another suite. */
    @Test
    void filesWithoutARowInCommonAreNoComparison() throws IOException {
        Path other = Files.writeString(
                directory.resolve("other.json"),
                Files.readString(Path.of(BASE))
                        .replaceAll("dev\\.callcost\\.benchmark\\.(\\w+\\.)*", "org.example.Other"));
        Invocation refused = check(BASE, other);
        assertThat(refused)
                .isEqualTo(new Invocation(
                        65, "", BASE + " and " + other + " have no row in common" + System.lineSeparator()));
    }

    @Test
    void whatARecordSaysAgainstItsNumbersIsSaidToo() throws IOException {
        Path head = Files.copy(Path.of(BASE), directory.resolve("head.json"));
        Path record = directory.resolve("head.log.jsonl");
        Files.writeString(
                record,
                LogLines.RUN
                        + LogLines.fork(
                                new RowKey("b.RmiBenchmark.call", "avgt", Map.of()),
                                "us/op",
                                1,
                                Map.of(),
                                List.of("""
                                {"warmup":false,"nanos":1000000000,"score":25.0,"operations":40000,"cpuNanos":900000000,\
                                "stealNanos":300000000,"compilationMillis":0,"classes":0}""")));

        Invocation ended = check(BASE, head);
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("in head's log: ", "steal: ").doesNotContain("in base's log");
        assertThat(check(BASE, head, "--format", "json").out())
                .contains("\"warningsOfBase\": []", "\"warningsOfHead\": [\n    \"steal: ");

        Files.writeString(record, "no record\n");
        Invocation bad = check(BASE, head);
        assertThat(bad.exitCode()).isEqualTo(65);
        assertThat(bad.err()).contains("head.log.jsonl").hasLineCount(1);
    }

    @Test
    void aSlowerRowIsARegression() throws IOException {
        Invocation ended = check(BASE, slower());
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.out())
                .containsPattern("\nslower\n  RmiBenchmark\\.call +\\+10\\.0% ")
                .startsWith("REGRESSION: 1 of ");
        assertThat(ended.out()).doesNotContain("\u001b");

        Invocation back = check(slower(), BASE);
        assertThat(back.exitCode()).isZero();
        assertThat(back.out()).containsPattern("\nfaster\n  RmiBenchmark\\.call +-9\\.1% ");
    }

    @Test
    void strictWantsEverythingShown() {
        String other = Fixtures.path(Fixtures.ONE_FORK).toString();
        assertThat(check(BASE, other).exitCode()).isZero();
        Invocation strict = check("--strict", BASE, other);
        assertThat(strict.exitCode()).isEqualTo(2);
        assertThat(strict.out()).contains("too few forks", "missing in head (", "(--strict)");
    }

    @Test
    void writesToAFileWhatItWouldPrint() throws IOException {
        Path file = directory.resolve("report.md");
        Invocation ended = check("--format", "markdown", "-o", file, BASE, BASE);
        assertThat(ended.exitCode()).isZero();
        assertThat(ended.out()).isEmpty();
        assertThat(file).hasContent(check("--format", "markdown", BASE, BASE).out());
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
                "--metric hits FILE FILE | no row has the metric hits; there is none",
                "--metric p99,hits FILE FILE | no row has samples for p99: percentiles need JMH's mode sample (-bm sample)"
            })
    void aWrongCommandLineEndsWith64AndOneLine(String arguments, String message) {
        String file = base(3).toString();
        Invocation ended = check(List.of(arguments.replace("FILE", file).split(" ")));
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
        Invocation wider = check("--paired", "--margin", "10%", run);
        assertThat(wider.exitCode()).as(wider.out()).isZero();
        assertThat(wider.out()).contains("1 same");
        assertThat(check("--paired", run, other).out()).containsPattern("\nslower\n  \\S*call .* 30 ");

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
            for (List<?> sides : List.of(List.of(BASE, bad), List.of(bad, BASE))) {
                Invocation ended = check("-o", output, sides);
                assertThat(ended.exitCode()).isEqualTo(65);
                assertThat(ended.err()).startsWith(bad.toString()).hasLineCount(1);
                assertThat(ended.out()).isEmpty();
            }
        }
        assertThat(output).doesNotExist();
    }

    /** One iteration of five takes twenty times as long in each fork of head. */
    @Test
    void aMeanThatTheMedianHidesIsNamed() {
        Invocation ended = check(base(3), head(3));
        assertThat(ended.exitCode()).isZero();
        assertThat(answer(ended))
                .isEqualTo("OK: no row is slower by its median, but 1 row is by its mean, X.m +380%. 1 same.");
        assertThat(ended.out()).contains("\nsame (mean +380%)\n  X.m   +0.4%  [-0.2%, +0.9%]  10.0 -> 10.0 us ");
        Invocation strict = check(base(3), head(3), "--strict");
        assertThat(strict.exitCode()).isEqualTo(2);
        assertThat(answer(strict))
                .isEqualTo("NOT SHOWN (--strict): no row is slower by its median, but 1 row is by its mean, X.m +380%."
                        + " 1 same.");
        JsonObject row = onlyRow(check(base(3), head(3), "--format", "json"));
        assertThat(row.get("verdict").getAsString()).isEqualTo("SAME");
        assertThat(row.get("meanBeyondMargin").getAsString()).isEqualTo("SLOWER");
        assertThat(row.getAsJsonObject("byMean").get("ratio").getAsDouble()).isCloseTo(4.79505706505042, within(1e-12));
        assertThat(check(base(3), head(3), "--format", "markdown").out()).contains("SAME (mean +380%)");
    }

    @Test
    void aMeanThatIsFasterIsShownAndFailsNothing() {
        Invocation strict = check(head(3), base(3), "--strict");
        assertThat(strict.exitCode()).isZero();
        assertThat(answer(strict)).isEqualTo("OK: no row is slower. 1 same.");
        assertThat(strict.out()).contains("\nsame (mean -79.1%)\n");
        assertThat(onlyRow(check(head(3), base(3), "--format", "json"))
                        .get("meanBeyondMargin")
                        .getAsString())
                .isEqualTo("FASTER");
    }

    @Test
    void twoCheckoutsOfAProjectAreMeasuredAlike() {
        Invocation strict = check(base(6), head(6), "--strict");
        assertThat(strict.exitCode()).as(strict.out()).isZero();
        assertThat(answer(strict)).isEqualTo("OK: no row is slower. 1 same.");
        assertThat(strict.out())
                .containsOnlyOnce(
                        "  not counted as differences, because only paths or ports differ: -Djava.io.tmpdir\n")
                .doesNotContain("measured differently");
        JsonObject row = onlyRow(check(base(6), head(6), "--format", "json"));
        assertThat(row.getAsJsonArray("differences")).isEmpty();
        assertThat(row.getAsJsonArray("ignored")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-javaagent:/opt/base/agent.jar=1234", "-Xmx2g", "-Dmode=fast"})
    void anArgumentOfOneSideThatCountsFailsStrict(String argument) throws IOException {
        Path other = Files.writeString(
                directory.resolve("head.json"),
                Files.readString(head(6)).replace("\"-Xmx1g\"", "\"-Xmx1g\", \"" + argument + "\""));
        Invocation strict = check(base(6), other, "--strict");
        assertThat(strict.exitCode()).isEqualTo(2);
        assertThat(strict.out()).contains("jvmArgs (none) / " + argument);
    }

    @Test
    void oneForkASideHasHintsAndTheForksThatWouldTell() {
        Invocation ended = check(base(8), head(8));
        assertThat(ended.exitCode()).isZero();
        assertThat(answer(ended))
                .isEqualTo(
                        "INCONCLUSIVE: one fork a side decides nothing; the largest change is Cart.op7 +100%, unusual"
                                + " among 12 rows (the others changed by at most 1.1%). 12 too few forks.");
        assertThat(ended.out())
                .contains("\n  Cart.op7    +100%  10.0 -> 20.0 us    1+1  2 forks\n")
                .contains("\n12 inconclusive rows need about 2 to 4 forks a side. Not shown: 7 too few forks");
        Invocation strict = check(base(8), head(8), "--strict");
        assertThat(strict.exitCode()).isEqualTo(2);
        assertThat(answer(strict))
                .startsWith(
                        "NOT SHOWN (--strict): one fork a side decides nothing; the largest change is Cart.op7 +100%");
        assertThat(check(base(8), head(8), "--format", "json").out()).containsOnlyOnce("\"unusualAmong\": 12");
        assertThat(answer(check(base(8), base(8)))).doesNotContain("unusual");
    }

    @Test
    void aMetricIsJudgedThatTheCommandLineNames() {
        Path sampled = Fixtures.path("seeds/sample-time.json");
        assertThat(check(sampled, sampled, "--metric", "p95,p50", "--format", "json")
                        .out())
                .contains("\"metric\": \"p95\"");
    }
}
