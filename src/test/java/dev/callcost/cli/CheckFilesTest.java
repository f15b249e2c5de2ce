package dev.callcost.cli;

import static dev.callcost.cli.CheckCommandTest.check;
import static dev.callcost.cli.CheckCommandTest.words;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.data.Fixtures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code check} with several files a side, budgets and required rows: three jobs, each with one fork of base and head, of which one row is a quarter slower. */
class CheckFilesTest {
    private static final Path JOBS = Fixtures.path("jobs");
    private static final String ANSWER = "REGRESSION: 1 of 6 rows is slower. ";

    @TempDir
    Path directory;

    private static String job(String side, int number) {
        return JOBS.resolve(side + "-" + number + ".json").toString();
    }

    private static List<String> files(String side) {
        return IntStream.rangeClosed(1, 3).mapToObj(number -> job(side, number)).toList();
    }

    private static Invocation jobs(String... more) {
        return check(files("base"), "--", files("head"), List.of(more));
    }

    static Stream<List<String>> commandLines() {
        List<String> base = files("base");
        List<String> head = files("head");
        return Stream.of(
                words(base, "--", head),
                words("--all", base, "--", head),
                words(base, "--", "--all", head),
                words(base, "--", head, "--all", "--margin", "3%"),
                words(base.get(0), "--margin", "3%", base.subList(1, 3), "--", head),
                words(base, "--", head.get(0), "--margin=3%", head.subList(1, 3)),
                words("--base", base, "--head", head),
                words("--head", head, "--all", "--base", base),
                IntStream.range(0, 3)
                        .mapToObj(n -> words("--base", base.get(n), "--head", head.get(n)))
                        .flatMap(List::stream)
                        .toList(),
                words(JOBS + "/base-*.json", "--", JOBS + "/head-?.json"),
                words("--head", JOBS + "/head-[1-3].json", "--base", JOBS + "/{base,none}-*.json"),
                words(JOBS.getParent() + "/*/base-*.json", "--", JOBS.getParent() + "/**/head-?.json"));
    }

    @ParameterizedTest
    @MethodSource("commandLines")
    void sidesAreDividedAsTyped(List<String> words) {
        Invocation ended = check(words);
        assertThat(ended.err()).isEmpty();
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.out())
                .startsWith(ANSWER)
                .containsPattern("\\nslower\\n  CartBench.add n=10 +\\+2\\d\\.\\d%.* 3\\+3 files")
                .contains("files are the unit: 3+3 files;")
                .doesNotContain("one after the other");
    }

    @Test
    void whatATerminalShows() throws IOException {
        Fixtures.assertText(
                "report/several-files.txt", jobs("--all", "--wide").out().replace(JOBS + "/", ""));
    }

    @Test
    void jsonTellsTheUnit() {
        JsonObject json = JsonParser.parseString(jobs("--format", "json").out()).getAsJsonObject();
        assertThat(json.get("schema").getAsString()).isEqualTo("callcost check 3");
        assertThat(json.getAsJsonArray("base")).hasSize(3);
        JsonObject row = json.getAsJsonArray("rows").get(0).getAsJsonObject();
        assertThat(row.getAsJsonObject("base").get("files").getAsInt()).isEqualTo(3);
        assertThat(row.get("margin").getAsDouble()).isEqualTo(0.03);
        JsonObject single = JsonParser.parseString(check(job("base", 1), job("head", 1), "--format", "json")
                        .out())
                .getAsJsonObject()
                .getAsJsonArray("rows")
                .get(0)
                .getAsJsonObject();
        assertThat(single.getAsJsonObject("base").has("files")).isFalse();
    }

    @Test
    void packedFilesAndFoldersAreFilesToo() throws IOException {
        for (int number = 1; number <= 3; number++) {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (OutputStream out = new GZIPOutputStream(packed)) {
                Files.copy(Path.of(job("base", number)), out);
            }
            Files.write(directory.resolve("base-" + number + ".json.gz"), packed.toByteArray());
            Path folder = Files.createDirectory(directory.resolve("head-" + number));
            Files.copy(Path.of(job("head", number)), folder.resolve("results.json"));
        }
        // of a run of the suite
        Files.writeString(directory.resolve("base-1.environment.json"), "{}");
        assertThat(check(directory + "/base-*", "--", directory + "/head-*").out())
                .startsWith(ANSWER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nothing-*.json", "none/*/x.json"})
    void aGlobWithoutAFileIsOneLine(String glob) {
        Invocation ended = check(glob, "--", job("head", 1));
        assertThat(ended.exitCode()).isEqualTo(65);
        assertThat(ended.err()).startsWith(glob + ": no file matches").hasLineCount(1);
        assertThat(ended.out()).isEmpty();
    }

    @Test
    void oneBadFileOfSeveralIsNamed() throws IOException {
        Path bad = Files.writeString(directory.resolve("bad.json"), "[");
        Invocation ended = check(files("base"), "--", files("head"), bad);
        assertThat(ended.exitCode()).isEqualTo(65);
        assertThat(ended.err()).startsWith(bad + ": ").hasLineCount(1);
    }

    private Path margins(String... lines) throws IOException {
        return Files.write(directory.resolve("margins"), List.of(lines));
    }

    @Test
    void eachRowHasItsOwnMargin() throws IOException {
        Path file = margins("# rows of the cart", "CartBench 60%  # noisy", "", "^org.example.CartBench.sum 0.9");
        Invocation ended = jobs("--all", "--margins", file.toString());
        assertThat(ended.exitCode()).as(ended.out()).isZero();
        assertThat(ended.out())
                .containsPattern("same\\n(.*\\n)*  CartBench.add n=10 .*3\\+3 files +60\\.0%")
                .containsPattern("CartBench.sum .*90\\.0%")
                .containsPattern("JsonBench.parse .* 3\\.0%")
                .contains("margins 3.0% to 90.0% by row");
        assertThat(jobs("--margins", file.toString(), "--format", "json").out())
                .contains("\"margin\": 0.6", "\"margin\": 0.9", "\"margin\": 0.03");
    }

    /** The last line with a match counts, one margin for all needs no column, and a line without a row is a warning. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CartBench.add 2%, Cart 60% | 0 | margins 3.0% to 60.0% by row:",
                "Cart 60%, CartBench.add n=10$ 2% | 1 | margins 2.0% to 60.0% by row:",
                ". 60% | 0 | margin 60.0%:",
                "CartBench 60%, Bsket 2% | 0 | margins line 2 (Bsket)"
            })
    void linesOfMargins(String lines, int exitCode, String told) throws IOException {
        Invocation ended = jobs("--margins", margins(lines.split(", ")).toString());
        assertThat(ended.exitCode()).isEqualTo(exitCode);
        assertThat(ended.out().replaceAll("\\s+", " ")).contains(told);
        assertThat(Pattern.compile("base -> head .* margin")
                        .matcher(ended.out())
                        .find())
                .isEqualTo(!told.startsWith("margin 60"));
        assertThat(ended.out().contains("matches no row (renamed?): ")).isEqualTo(told.contains("Bsket"));
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
    void aBrokenLineIsNamedWithItsNumber(String line, String message) throws IOException {
        Path file = margins("# comment", "", line);
        Invocation ended = jobs("--margins", file.toString());
        assertThat(ended.exitCode()).isEqualTo(65);
        assertThat(ended.err()).startsWith(file + ": line 3: " + message).hasLineCount(1);
        assertThat(ended.out()).isEmpty();
        Files.delete(file);
        assertThat(jobs("--margins", file.toString()).exitCode()).isEqualTo(65);
    }

    /** The slower row has +24.5 %. */
    @ParameterizedTest
    @CsvSource({
        "3%, , 1, REGRESSION: 1 of 6 rows is slower. ",
        "3%, 10%, 1, REGRESSION: 1 of 6 rows is slower by 10.0% or more. ",
        "0.03, 0.24, 1, REGRESSION: 1 of 6 rows is slower by 24.0% or more. ",
        "3%, 30%, 0, WARNING: 1 of 6 rows is slower by less than 30.0%. ",
        "60%, 10%, 0, ",
        "0.6, , 0, "
    })
    void failAtDividesFailuresFromWarnings(String warnAt, String failAt, int exitCode, String answer) {
        List<String> level = failAt == null ? List.of() : List.of("--fail-at", failAt);
        Invocation ended = check(files("base"), "--", files("head"), "--warn-at", warnAt, level);
        assertThat(ended.exitCode()).isEqualTo(exitCode);
        assertThat(ended.out()).startsWith(answer == null ? "" : answer).doesNotContain("by less, 1");
        if (answer == null) {
            assertThat(ended.out()).doesNotContain("REGRESSION", "WARNING:");
        }
    }

    @Test
    void aWarningIsNoOutcomeOkInJsonAndNoExcuseUnderStrict() {
        assertThat(jobs("--fail-at", "30%", "--format", "json").out())
                .contains("\"outcome\": \"WARNING\"", "\"failAt\": 0.3");
        assertThat(jobs("--fail-at", "30%", "--strict").exitCode()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Cart", "^org\\.example\\.CartBench\\.add n=10$", "JsonBench.parse$"})
    void requiredRowsThatAreThereChangeNothing(String regexp) {
        Invocation ended = jobs("--require", regexp, "--margin", "60%");
        assertThat(ended.exitCode()).as(ended.out()).isZero();
    }

    @Test
    void aRequiredRowThatHeadLacksFails() throws IOException {
        Path head = Files.writeString(
                directory.resolve("head.json"),
                Files.readString(Path.of(job("base", 1))).replace("CartBench.drop", "CartBench.remove"));
        List<String> sides = List.of(job("base", 1), head.toString());
        assertThat(check(sides).exitCode()).isZero();
        assertThat(check(sides, "--require", "JsonBench").exitCode()).isZero();
        Invocation failed = check(sides, "--require", "Json", "--require", "CartBench");
        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.out())
                .startsWith("FAILED: head lacks the required row CartBench.drop n=10. No row is slower. ");
        Invocation none = check(sides, "--require", "Basket");
        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.out()).startsWith("FAILED: no row matches --require Basket. No row is slower. ");
        assertThat(check(sides, "--require", "Cart", "--format", "json").out())
                .contains(
                        "\"outcome\": \"FAILED\"",
                        "\"missing\": [\n    \"head lacks the required row CartBench.drop n=10\"\n  ]");
    }

    @Test
    void aRegressionIsToldBeforeAMissingRow() {
        Invocation ended = jobs("--require", "Basket");
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.out()).startsWith(ANSWER).contains("no row matches --require Basket");
    }
}
