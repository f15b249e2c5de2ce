package dev.callcost.compare.report;

import static dev.callcost.compare.Rows.around;
import static dev.callcost.compare.Rows.compare;
import static dev.callcost.compare.Rows.forks;
import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Rows;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.data.Row;
import dev.callcost.text.Sections;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnjudgedMetricsTest {
    private static final int MOST = 3;

    private static Row group(double get, double put, int forks) {
        return row("Queue.rw")
                .throughput("ops/us")
                .metric("get", "ops/us", forks(some(get, forks)))
                .metric("put", "ops/us", forks(some(put, forks)))
                .of(some(get + put, forks));
    }

    private static double[] some(double value, int forks) {
        return Arrays.copyOf(around(value), forks);
    }

    private static Optional<String> line(Row base, Row head, String... metrics) {
        Verdicts verdicts = compare(base, head, metrics);
        return UnjudgedMetrics.line(verdicts, verdicts.names(), MOST).map(line -> line.replace(Sections.NO_BREAK, ' '));
    }

    /** The group's throughput stays within the margin. */
    @ParameterizedTest
    @CsvSource({"5", "4", "3"})
    void aMethodOfAGroupThatHalvesIsNamedWithItsOption(int forks) {
        assertThat(line(group(20, 380, forks), group(10, 388, forks)))
                .get()
                .asString()
                .startsWith("changed and not judged (add --metric get): Queue.rw get 20.0 -> ")
                .doesNotContain("put");
    }

    @Test
    void whatIsJudgedOrFollowsTheScoreOrHasTooFewForksIsNotNamed() {
        assertThat(line(group(20, 380, 5), group(10, 388, 5), "get")).isEmpty();
        assertThat(line(group(20, 380, 5), group(10, 190, 5))).isEmpty();
        assertThat(line(group(20, 380, 2), group(10, 388, 2))).isEmpty();
        assertThat(line(group(20, 380, 5), group(19, 380, 5))).isEmpty();
    }

    /** A faster row can hide that one of its methods is slower. */
    @Test
    void aMethodThatMovesAgainstItsRowIsNamed() {
        assertThat(line(group(20, 380, 5), group(10, 500, 5))).get().asString().contains("get 20.0 -> 10.0");
    }

    @ParameterizedTest
    @CsvSource({"instructions, #/op, instructions", "hits, #, hits:higher", "misses, ops/s, misses:lower"})
    void anyMetricIsNamedAsTheOptionTakesIt(String name, String unit, String option) {
        assertThat(line(
                        row().metric(name, unit, forks(around(1000))).of(around(10)),
                        row().metric(name, unit, forks(around(1500))).of(around(10))))
                .get()
                .asString()
                .contains("--metric " + option + ")", "1,000")
                .contains("1,500");
    }

    @Test
    void metricsOfTheCollectorAreNotNamed() {
        assertThat(line(
                        row().metric("gc.count", "counts", forks(around(10))).of(around(10)),
                        row().metric("gc.count", "counts", forks(around(20))).of(around(10))))
                .isEmpty();
    }

    @Test
    void theReportHasTheLine() {
        assertThat(Rows.text(compare(group(20, 380, 5), group(10, 388, 5)))).contains("changed and not judged");
    }
}
