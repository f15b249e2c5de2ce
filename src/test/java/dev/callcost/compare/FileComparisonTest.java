package dev.callcost.compare;

import static dev.callcost.compare.Rows.file;
import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.compare.AllocationComparison.AllocationVerdict;
import dev.callcost.compare.Verdicts.Outcome;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import dev.callcost.text.BadFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileComparisonTest {
    private static final String HERE = machine("AMD EPYC (family 25, model 17, stepping 1)", 24105, "performance");

    @TempDir
    Path directory;

    private static double[] around(double value) {
        return DoubleStream.of(0.998, 0.999, 1, 1.001, 1.002)
                .map(step -> value * step)
                .toArray();
    }

    private static List<String> machinesUnlike(ResultsFile base, ResultsFile head) {
        return new FileSide(List.of(base)).machinesUnlike(new FileSide(List.of(head)));
    }

    private static VerdictRow compare(Row base, Row head) {
        Verdicts comparison = FileComparison.of(file("base", base), file("head", head), Rule.MARGIN);
        assertThat(comparison.rows()).hasSize(1);
        return comparison.rows().get(0);
    }

    @ParameterizedTest
    @CsvSource({
        "avgt, 10, us/op, 11, us/op, SLOWER, 1.1",
        "thrpt, 11, ops/us, 10, ops/us, SLOWER, 1.1",
        "avgt, 10, us/op, 10000, ns/op, SAME, 1",
        "thrpt, 1e6, ops/s, 1, ops/us, SAME, 1"
    })
    void moreTimeAndLessThroughputAreSlowerInAnyUnit(
            String mode,
            double before,
            String unitBefore,
            double after,
            String unitAfter,
            Verdict verdict,
            double ratio) {
        VerdictRow row = compare(
                row().mode(mode).unit(unitBefore).of(around(before)),
                row().mode(mode).unit(unitAfter).of(around(after)));
        assertThat(row.verdict()).isEqualTo(verdict);
        assertThat(row.score().orElseThrow().slowdown().value()).isCloseTo(ratio, within(1e-4));
        assertThat(row.isRegression()).isEqualTo(verdict == Verdict.SLOWER);
    }

    @Test
    void unknownUnitsCannotBeJudged() {
        VerdictRow row = compare(row().unit("furlongs").of(around(1)), row().of(around(1)));
        assertThat(row.score()).isEmpty();
        assertThat(row.verdict()).isEqualTo(Verdict.CANNOT_TELL);
    }

    @Test
    void rowsAreMatchedByNameModeAndParams() {
        Verdicts comparison = FileComparison.of(
                file(
                        "base",
                        row().param("n", "1").of(around(1)),
                        row().param("n", "2").of(around(1)),
                        row().benchmark("gone").of(around(1))),
                file(
                        "head",
                        row().benchmark("new").of(around(1)),
                        row().param("n", "2").of(around(1)),
                        row().param("n", "1").throughput("ops/us").of(around(1))),
                Rule.MARGIN);
        assertThat(comparison.rows()).extracting(it -> it.key().label()).containsExactly("B.c n=2");
        assertThat(comparison.onlyInBase()).extracting(RowKey::label).containsExactly("B.c n=1", "gone");
        assertThat(comparison.onlyInHead()).hasSize(2);
        assertThat(comparison.isComplete()).isFalse();
        assertThat(comparison.outcome(false)).isEqualTo(Outcome.OK);
        assertThat(comparison.outcome(true)).isEqualTo(Outcome.NOT_SHOWN);
    }

    @Test
    void aRowThatIsThereTwiceIsRefused() {
        Row row = row().of(around(1));
        assertThatThrownBy(() -> FileComparison.of(file("base", row), file("head.json", row, row), Rule.MARGIN))
                .isInstanceOf(BadFileException.class)
                .hasMessage("head.json: holds the row B.c twice");
    }

    @Test
    void theLevelIsSharedByTheRowsThatAreJudged() {
        Row a = row().benchmark("a").of(around(1));
        Row b = row().benchmark("b").of(around(1));
        Row other = row().benchmark("c").unit("furlongs").of(around(1));
        Verdicts comparison = FileComparison.of(file("base", a, b, other), file("head", a, b, other), Rule.MARGIN);
        assertThat(comparison.rule().level()).isEqualTo(0.01 / 2);
    }

    @Test
    void settingsThatDifferAreNamedAndNotComplete() {
        Verdicts comparison = FileComparison.of(
                file(
                        "base",
                        row().setting("jdkVersion", "17.0.15")
                                .setting("jvmArgs", "-Xmx1g")
                                .of(around(1))),
                file("head", row().setting("jdkVersion", "25").of(around(1))),
                Rule.MARGIN);
        assertThat(comparison.rows().get(0).sides().orElseThrow().differences())
                .containsExactly("jdkVersion 17.0.15 / 25", "jvmArgs -Xmx1g / (unknown)");
        assertThat(comparison.outcome(true)).isEqualTo(Outcome.NOT_SHOWN);
        assertThat(comparison.outcome(false)).isEqualTo(Outcome.OK);
    }

    /** One pause in each fork of head: the median does not see it, the mean does. */
    @ParameterizedTest
    @CsvSource({
        "-XX:+UseG1GC -Xmx1g -Da=1, -XX:+UseG1GC -Xmx1g -Da=2, SAME",
        "-XX:+UseG1GC -Xmx1g, -XX:+UseZGC -Xmx1g, SLOWER",
        "-XX:+UseG1GC -Xmx1g, -XX:+UseG1GC -Xmx2g, SLOWER"
    })
    void theMeanDecidesWhenCollectorOrHeapDiffer(String before, String after, Verdict verdict) {
        List<List<Double>> even = Collections.nCopies(5, List.of(1.0, 1.0, 1.0));
        List<List<Double>> pausing = Collections.nCopies(5, List.of(1.0, 1.6, 1.0));
        VerdictRow row = compare(
                row().setting("jvmArgs", before).of(even),
                row().setting("jvmArgs", after).of(pausing));
        assertThat(row.verdict()).isEqualTo(verdict);
        ScoreComparison score = row.score().orElseThrow();
        assertThat(score.medianVerdict()).isEqualTo(Verdict.SAME);
        assertThat(score.meanVerdict()).isEqualTo(Verdict.SLOWER);
    }

    @Test
    void anotherJdkLetsTheMeanDecide() {
        VerdictRow row = compare(
                row().setting("jdkVersion", "17").of(around(1)),
                row().setting("jdkVersion", "25").of(around(1)));
        assertThat(row.score().orElseThrow().meanDecides()).isTrue();
    }

    @Test
    void moreBytesAreARegressionAndFewerAreNone() {
        Row few = row().bytes(64, 64, 64, 64, 64).of(around(1));
        Row many = row().bytes(80, 80, 80, 80, 80).of(around(1));
        assertThat(compare(few, many).isRegression()).isTrue();
        assertThat(compare(many, few).isRegression()).isFalse();
        assertThat(compare(few, few).isRegression()).isFalse();
    }

    @Test
    void bytesThatNeedMoreForksForSoManyRowsAreNoRegressionAndNotShownEither() {
        Row few = row().bytes(64, 64, 64, 64, 64).of(around(1));
        Row many = row().bytes(80, 80, 80, 80, 80).of(around(1));
        Row other = row().benchmark("other").of(around(1));
        Verdicts comparison = FileComparison.of(file("base", few, other), file("head", many, other), Rule.MARGIN);
        assertThat(comparison.rows()).extracting(VerdictRow::verdict).containsOnly(Verdict.SAME);
        assertThat(comparison.rows().get(0).allocation().orElseThrow().verdict())
                .isEqualTo(AllocationVerdict.CANNOT_TELL);
        assertThat(comparison.outcome(false)).isEqualTo(Outcome.OK);
        assertThat(comparison.outcome(true)).isEqualTo(Outcome.NOT_SHOWN);
        assertThat(FileComparison.of(file("base", few), file("head", few), Rule.MARGIN)
                        .outcome(true))
                .isEqualTo(Outcome.OK);
    }

    private static Row with(String jvmArgs) {
        return row().setting("jdkVersion", "17").setting("jvmArgs", jvmArgs).of(1, 2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-Xms1g -XX:+UseG1GC -Da=b | -Xms1g -XX:+UseZGC -Da=b | jvmArgs -XX:+UseG1GC / -XX:+UseZGC",
                "-Xms1g | -Xms1g --enable-preview -Xss1m | jvmArgs (none) / --enable-preview -Xss1m",
                "'' | -Xss1m | jvmArgs (none) / -Xss1m",
                "-Da=b -Da=c | -Da=c -Da=b | jvmArgs -Da=b -Da=c / -Da=c -Da=b"
            })
    void ofJvmArgumentsThoseThatOneSideHas(String base, String head, String difference) {
        assertThat(RowSides.differences(with(base), with(head))).containsExactly(difference);
        assertThat(RowSides.differences(with(base), with(base))).isEmpty();
    }

    private static String machine(String cpu, int memory, String governor) {
        return """
                {"machine": {"cpu": "%s", "cores": 2, "memory": "%d MiB"}, "device": {"settings": {"governor": "%s"}, "limits": {}}}""".formatted(cpu, memory, governor);
    }

    private ResultsFile measuredOn(String name, String environment) throws IOException {
        Files.writeString(directory.resolve(name + ".environment.json"), environment);
        return new ResultsFile(directory.resolve(name + ".json"), List.of(row().of(1, 1, 1, 1, 1)));
    }

    @Test
    void itsProcessorAndItsSettingsAreNamed() throws IOException {
        ResultsFile base = measuredOn("base", HERE);
        ResultsFile head = measuredOn("head", machine("AMD EPYC (family 26, model 2, stepping 1)", 24105, "powersave"));
        assertThat(machinesUnlike(base, head))
                .containsExactly(
                        "cpu AMD EPYC (family 25, model 17, stepping 1) / AMD EPYC (family 26, model 2, stepping 1)",
                        "governor performance / powersave");
    }

    @Test
    void aFewMebibytesAreNoOtherMachine() throws IOException {
        assertThat(machinesUnlike(
                        measuredOn("base", HERE),
                        measuredOn(
                                "head", machine("AMD EPYC (family 25, model 17, stepping 1)", 24104, "performance"))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no JSON", "[]", "{}", "{\"machine\": \"mine\", \"device\": []}"})
    void whoDoesNotTellDoesNotDiffer(String environment) throws IOException {
        assertThat(machinesUnlike(measuredOn("base", HERE), measuredOn("head", environment)))
                .isEmpty();
    }

    @Test
    void nothingIsShownAcrossMachines() throws IOException {
        Verdicts same = FileComparison.of(measuredOn("base", HERE), measuredOn("head", HERE), Rule.MARGIN);
        Verdicts other = FileComparison.of(
                measuredOn("base", HERE),
                measuredOn("elsewhere", machine("another", 24105, "performance")),
                Rule.MARGIN);
        assertThat(same.rows().get(0).isMeasuredAlike()).isTrue();
        assertThat(other.rows().get(0).isMeasuredAlike()).isFalse();
        assertThat(other.outcome(true)).isEqualTo(Outcome.NOT_SHOWN);
        assertThat(other.outcome(false)).isEqualTo(Outcome.OK);
    }
}
