package dev.callcost.compare;

import static dev.callcost.compare.Rows.around;
import static dev.callcost.compare.Rows.compare;
import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.compare.AllocationComparison.AllocationVerdict;
import dev.callcost.compare.Verdicts.Outcome;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileComparisonTest {
    private static final String CPU = "AMD EPYC (family 25, model 17, stepping 1)";
    private static final Row FEW_BYTES = row().bytes(64, 64, 64, 64, 64).of(around(1));
    private static final Row MANY_BYTES = row().bytes(80, 80, 80, 80, 80).of(around(1));

    @TempDir
    Path directory;

    private static VerdictRow only(Verdicts verdicts) {
        assertThat(verdicts.rows()).hasSize(1);
        return verdicts.rows().get(0);
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
        VerdictRow row = only(compare(
                row().mode(mode).unit(unitBefore).of(around(before)),
                row().mode(mode).unit(unitAfter).of(around(after))));
        assertThat(row.verdict()).isEqualTo(verdict);
        assertThat(row.score().orElseThrow().slowdown().value()).isCloseTo(ratio, within(1e-4));
        assertThat(row.isRegression()).isEqualTo(verdict == Verdict.SLOWER);
    }

    @Test
    void unknownUnitsCannotBeJudged() {
        VerdictRow row = only(compare(row().unit("furlongs").of(around(1)), row().of(around(1))));
        assertThat(row.score()).isEmpty();
        assertThat(row.verdict()).isEqualTo(Verdict.CANNOT_TELL);
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
                row().benchmark("a").of(around(1)),
                row().benchmark("b").of(around(1)),
                row().benchmark("c").unit("furlongs").of(around(1)));
        assertThat(compare(rows, rows).rule().level()).isEqualTo(0.01 / 2);
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
    void theMeanDecidesWhenJdkCollectorOrHeapDiffer(String setting, String before, String after, Verdict verdict) {
        VerdictRow row = only(compare(
                row().setting(setting, before).of(Collections.nCopies(5, List.of(1.0, 1.0, 1.0))),
                row().setting(setting, after).of(Collections.nCopies(5, List.of(1.0, 1.6, 1.0)))));
        assertThat(row.verdict()).isEqualTo(verdict);
        ScoreComparison score = row.score().orElseThrow();
        assertThat(score.medianVerdict()).isEqualTo(Verdict.SAME);
        assertThat(score.meanVerdict()).isEqualTo(Verdict.SLOWER);
    }

    @Test
    void moreBytesAreARegressionAndFewerAreNone() {
        assertThat(only(compare(FEW_BYTES, MANY_BYTES)).isRegression()).isTrue();
        assertThat(only(compare(MANY_BYTES, FEW_BYTES)).isRegression()).isFalse();
        assertThat(compare(FEW_BYTES, FEW_BYTES).outcome(true)).isEqualTo(Outcome.OK);
    }

    @Test
    void bytesThatNeedMoreForksForSoManyRowsAreNoRegressionAndNotShownEither() {
        Row other = row().benchmark("other").of(around(1));
        Verdicts verdicts = compare(List.of(FEW_BYTES, other), List.of(MANY_BYTES, other));
        assertThat(verdicts.rows()).extracting(VerdictRow::verdict).containsOnly(Verdict.SAME);
        assertThat(verdicts.rows().get(0).allocates(AllocationVerdict.CANNOT_TELL))
                .isTrue();
        assertThat(verdicts.outcome(false)).isEqualTo(Outcome.OK);
        assertThat(verdicts.outcome(true)).isEqualTo(Outcome.NOT_SHOWN);
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

    private Verdicts measuredHereAndOn(String environment) throws IOException {
        ResultsFile here = measuredOn("base", machine(CPU, 24105, "performance"));
        return FileComparison.of(here, measuredOn("head", environment), Rule.MARGIN);
    }

    @Test
    void nothingIsShownAcrossMachines() throws IOException {
        Verdicts verdicts = measuredHereAndOn(machine("another", 24105, "powersave"));
        assertThat(only(verdicts).differences())
                .containsExactly("cpu " + CPU + " / another", "governor performance / powersave");
        assertThat(only(verdicts).isMeasuredAlike()).isFalse();
        assertThat(verdicts.outcome(true)).isEqualTo(Outcome.NOT_SHOWN);
        assertThat(verdicts.outcome(false)).isEqualTo(Outcome.OK);
    }

    @Test
    void aFewMebibytesAreNoOtherMachine() throws IOException {
        assertThat(only(measuredHereAndOn(machine(CPU, 24104, "performance"))).isMeasuredAlike())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no JSON", "[]", "{}", "{\"machine\": \"mine\", \"device\": []}"})
    void whoDoesNotTellDoesNotDiffer(String environment) throws IOException {
        assertThat(only(measuredHereAndOn(environment)).isMeasuredAlike()).isTrue();
    }
}
