package dev.callcost.compare.judge;

import static dev.callcost.compare.Rows.around;
import static dev.callcost.compare.Rows.compare;
import static dev.callcost.compare.Rows.compareFiles;
import static dev.callcost.compare.Rows.file;
import static dev.callcost.compare.Rows.forks;
import static dev.callcost.compare.Rows.row;
import static dev.callcost.compare.Rows.text;
import static dev.callcost.compare.Rows.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.compare.evidence.AllocationChange.AllocationVerdict;
import dev.callcost.compare.evidence.ScoreChange;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.compare.judge.Verdicts.Outcome;
import dev.callcost.compare.report.VerdictReport;
import dev.callcost.compare.report.VerdictTable.View;
import dev.callcost.data.Fixtures;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.ResultsFile.Refused;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.ladder.Ladder;
import dev.callcost.stats.VerdictRule;
import dev.callcost.stats.VerdictRule.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileVerdictsTest {
    private static final String CPU = "AMD EPYC (family 25, model 17, stepping 1)";

    @TempDir
    Path directory;

    private static RowVerdict only(Verdicts verdicts) {
        assertThat(verdicts.rows()).hasSize(1);
        return verdicts.rows().get(0);
    }

    /** Where all forks of rows are of the same rounds, a report has no drift to remove. */
    @ParameterizedTest
    @ValueSource(strings = {"epyc-vm-jdk17-rungs", "epyc-vm-jdk25-rungs", "noise"})
    void theFiguresAreThoseOfAReport(String folder) {
        ResultsFile file = ResultsFile.read(Path.of("results", folder));
        Ladder report = new Ladder(file, List.of());
        Verdicts check = compareFiles(List.of(file), List.of(file));
        for (Row row : report.rows()) {
            assertThat(check.rows())
                    .filteredOn(it -> it.key().equals(row.key()))
                    .singleElement()
                    .satisfies(it -> assertThat(it.valueOf(row))
                            .isEqualTo(report.estimates().score(row).value(), within(1e-9)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "avgt, 10, us/op, 11, us/op, SLOWER, 1.1",
        "thrpt, 11, ops/us, 10, ops/us, SLOWER, 1.1",
        "avgt, 10, us/op, 10000, ns/op, SAME, 1",
        "thrpt, 1e6, ops/s, 1, ops/us, SAME, 1"
    })
    void moreTimeAndLessThroughputAreSlowerInAnyUnit(
            String mode, double before, String unitBefore, double after, String unitAfter, Fate verdict, double ratio) {
        RowVerdict row = only(compare(
                row().mode(mode).unit(unitBefore).of(around(before)),
                row().mode(mode).unit(unitAfter).of(around(after))));
        assertThat(row.fate()).isEqualTo(verdict);
        assertThat(row.score().orElseThrow().slowdown().value()).isCloseTo(ratio, within(1e-4));
        assertThat(row.isRegression()).isEqualTo(verdict == Fate.SLOWER);
    }

    @Test
    void rowsAreMatchedByNameModeAndParams() {
        Row two = row().param("n", "2").of(around(1));
        Verdicts verdicts = compare(
                List.of(
                        row().param("n", "1").of(around(1)),
                        two,
                        row().benchmark("gone").of(around(1))),
                List.of(
                        row().benchmark("new").of(around(1)),
                        two,
                        row().param("n", "1").throughput("ops/us").of(around(1))));
        assertThat(only(verdicts).key().label()).isEqualTo("B.c n=2");
        assertThat(verdicts.onlyInBase()).extracting(RowKey::label).containsExactly("B.c n=1", "gone");
        assertThat(verdicts.onlyInHead()).hasSize(2);
        assertThat(verdicts.isComplete()).isFalse();
        assertThat(verdicts.outcome(false)).isEqualTo(Outcome.OK);
        assertThat(verdicts.outcome(true)).isEqualTo(Outcome.NOT_SHOWN);
    }

    @Test
    void theLevelIsSharedByTheRowsThatAreJudged() {
        List<Row> rows = List.of(
                row("B.a").of(around(1)),
                row("B.b").of(around(1)),
                row("B.unknown").unit("furlongs").of(around(1)));
        Verdicts verdicts = compare(rows, rows);
        assertThat(verdicts.rule().level()).isEqualTo(0.01 / 2);
        assertThat(words(verdicts)).containsExactly("B.a SAME", "B.b SAME", "B.unknown CANNOT_TELL");
        assertThat(verdicts.rows().get(2).score()).isEmpty();
    }

    @Test
    void settingsThatDifferAreNamedAndNotComplete() {
        Verdicts verdicts = compare(
                row().setting("jdkVersion", "17.0.15")
                        .setting("jvmArgs", "-Xmx1g")
                        .of(around(1)),
                row().setting("jdkVersion", "25").of(around(1)));
        assertThat(only(verdicts).differences())
                .containsExactly("jdkVersion 17.0.15 / 25", "jvmArgs -Xmx1g / (unknown)");
        assertThat(verdicts.outcome(true)).isEqualTo(Outcome.NOT_SHOWN);
        assertThat(verdicts.outcome(false)).isEqualTo(Outcome.OK);
    }

    /** One pause in each fork of head: the median does not see it, the mean does. */
    @ParameterizedTest
    @CsvSource({
        "jvmArgs, -XX:+UseG1GC -Xmx1g -Da=1, -XX:+UseG1GC -Xmx1g -Da=2, SAME",
        "jvmArgs, -XX:+UseG1GC -Xmx1g, -XX:+UseZGC -Xmx1g, SLOWER",
        "jvmArgs, -XX:+UseG1GC -Xmx1g, -XX:+UseG1GC -Xmx2g, SLOWER",
        "jdkVersion, 17, 25, SLOWER"
    })
    void theMeanDecidesWhenJdkCollectorOrHeapDiffer(String setting, String before, String after, Fate verdict) {
        RowVerdict row = only(compare(
                row().setting(setting, before).of(Collections.nCopies(5, List.of(1.0, 1.0, 1.0))),
                row().setting(setting, after).of(Collections.nCopies(5, List.of(1.0, 1.6, 1.0)))));
        assertThat(row.fate()).isEqualTo(verdict);
        ScoreChange score = row.score().orElseThrow();
        assertThat(score.usualVerdict()).isEqualTo(Verdict.SAME);
        assertThat(score.meanVerdict()).isEqualTo(Verdict.SLOWER);
    }

    /**
     * One fork a side, forks that differ, ranges that touch, another counter of JMH; the last row's difference is too
     * small to count.
     */
    @ParameterizedTest
    @CsvSource({
        "1, 1000, 3000, 17, allocation inconclusive",
        "2, 1000 1001, 3000 3000, 17, allocation inconclusive",
        "5, 1000 1000 1000 1000 5001, 3000 3000 3000 3000 3000, 17, allocation inconclusive",
        "2, 1000 1000, 3000 3000, 21, ''",
        "2, 1000 1000, 3000 3000, 17, allocates more",
        "2, 3000 3000, 1000 1000, 17, allocates less",
        "2, 1000 1001, 1004 1005, 17, ''"
    })
    void bytesThatDifferAreShownWhateverTheirVerdict(
            int forks, String before, String after, String jdkOfHead, String group) {
        double[] times = around(1);
        Verdicts verdicts = compare(
                row().setting("jdkVersion", "17").bytes(doubles(before)).of(Arrays.copyOf(times, forks)),
                row().setting("jdkVersion", jdkOfHead).bytes(doubles(after)).of(Arrays.copyOf(times, forks)));
        VerdictReport report = new VerdictReport(verdicts, false);
        assertThat(report.text(View.EVERYTHING).contains(group.isEmpty() ? " B " : "\n" + group + "\n"))
                .isEqualTo(!group.isEmpty());
        assertThat(report.markdown().contains(" B |")).isEqualTo(!group.isEmpty());
        boolean isMore = group.equals("allocates more");
        assertThat(only(verdicts).isRegression()).isEqualTo(isMore);
        assertThat(verdicts.outcome(false)).isEqualTo(isMore ? Outcome.REGRESSION : Outcome.OK);
    }

    /** Two rows need six forks a side. */
    @Test
    void bytesThatFewForksCannotTellAreNotShown() {
        Row other = row("B.other").of(around(1));
        Verdicts verdicts = compare(
                List.of(row().bytes(64, 65, 64, 64, 64).of(around(1)), other),
                List.of(row().bytes(80, 80, 80, 80, 80).of(around(1)), other));
        assertThat(words(verdicts)).containsExactly("B.c SAME", "B.other SAME");
        assertThat(verdicts.rows().get(0).allocates(AllocationVerdict.CANNOT_TELL))
                .isTrue();
        assertThat(verdicts.outcome(false)).isEqualTo(Outcome.OK);
        assertThat(verdicts.outcome(true)).isEqualTo(Outcome.NOT_SHOWN);
    }

    private static double[] doubles(String values) {
        return Stream.of(values.split(" ")).mapToDouble(Double::parseDouble).toArray();
    }

    /** Another JVM: a hundred arguments differ. */
    @Test
    void argumentsThatDifferAreCutAndTheJsonHasAll() {
        String many =
                IntStream.range(0, 100).mapToObj(n -> "-XX:Flag" + n + "=" + n).collect(Collectors.joining(" "));
        List<Row> base = List.of(row().setting("jvmArgs", "-Xmx1g").of(around(1)));
        List<Row> head = List.of(row().setting("jvmArgs", "-Xmx2g " + many).of(around(1)));
        VerdictReport report = new VerdictReport(compare(base, head), false);
        assertThat(report.text(View.EVERYTHING))
                .contains("jvmArgs -Xmx1g / -Xmx2g -XX:Flag0=0 -XX:Flag1=1", " ...: B.c\n")
                .doesNotContain("Flag20=");
        assertThat(report.json()).contains(many);
    }

    private static String machine(String cpu, int memory, String governor) {
        return """
                {"machine": {"cpu": "%s", "cores": 2, "memory": "%d MiB"}, "device": {"settings": {"governor": "%s"}, "limits": {}}}""".formatted(cpu, memory, governor);
    }

    private ResultsFile measuredOn(String name, String environment) throws IOException {
        Files.writeString(directory.resolve(name + ".environment.json"), environment);
        return new ResultsFile(directory.resolve(name + ".json"), List.of(row().of(1, 1, 1, 1, 1)));
    }

    private Verdicts measuredHereAndOn(String environment) throws IOException {
        ResultsFile here = measuredOn("base", machine(CPU, 24105, "performance"));
        return FileVerdicts.of(here, measuredOn("head", environment), VerdictRule.MARGIN);
    }

    @Test
    void nothingIsShownAcrossMachines() throws IOException {
        Verdicts verdicts = measuredHereAndOn(machine("another", 24105, "powersave"));
        assertThat(only(verdicts).differences())
                .containsExactly("cpu " + CPU + " / another", "governor performance / powersave");
        assertThat(only(verdicts).isMeasuredAlike()).isFalse();
        assertThat(verdicts.outcome(true)).isEqualTo(Outcome.NOT_SHOWN);
        assertThat(verdicts.outcome(false)).isEqualTo(Outcome.OK);
        assertThat(only(measuredHereAndOn(machine(CPU, 24104, "performance"))).isMeasuredAlike())
                .as("a few MiB are no other machine")
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no JSON", "[]", "{}", "{\"machine\": \"mine\", \"device\": []}"})
    void whoDoesNotTellDoesNotDiffer(String environment) throws IOException {
        assertThat(only(measuredHereAndOn(environment)).isMeasuredAlike()).isTrue();
    }

    @Test
    void equalNamesInTwoPackagesAreDifferentRows() {
        Verdicts verdicts = FileVerdicts.of(
                Fixtures.read("hunt/1-base.json"), Fixtures.read("hunt/1-head.json"), VerdictRule.MARGIN);
        assertThat(text(verdicts)).contains("  v1.CartBench.add", "  v2.CartBench.add");
        assertThat(verdicts.rows())
                .extracting(row -> row.key().benchmark() + " " + row.word())
                .containsExactlyInAnyOrder("shop.v1.CartBench.add SAME", "shop.v2.CartBench.add SLOWER");
    }

    @Test
    void aRowWithoutUsableScoresFailsOnEitherSide() {
        ResultsFile whole = file("whole", row("X.m").of(5), row("X.n").of(5));
        RowKey key = whole.rows().get(1).key();
        ResultsFile part = new ResultsFile(
                whole.path(),
                whole.rows().subList(0, 1),
                List.of(new Refused(key, "has the score 0.0")),
                Optional.empty(),
                Optional.empty());
        for (List<ResultsFile> sides : List.of(List.of(whole, part), List.of(part, whole), List.of(part, part))) {
            Verdicts verdicts = FileVerdicts.of(sides.get(0), sides.get(1), VerdictRule.MARGIN);
            assertThat(verdicts.outcome(false)).isEqualTo(Outcome.FAILED);
            assertThat(verdicts.with(Fate.FAILED)).extracting(RowVerdict::key).containsExactly(key);
            assertThat(verdicts.onlyInBase()).isEmpty();
            assertThat(text(verdicts)).contains("FAILED: 1 of 2 rows failed.", " has the score 0.0: X.n");
        }
    }
}
