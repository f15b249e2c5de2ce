package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.Latencies;
import dev.callcost.compare.Rows;
import dev.callcost.compare.judge.FileVerdicts;
import dev.callcost.compare.session.MetricChoice;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GroupMethodsTest {
    private static final List<List<Double>> GET = List.of(List.of(3.0, 5.0), List.of(4.0, 3.5));
    private static final List<List<Double>> PUT = List.of(List.of(10.0, 9.0), List.of(11.0, 10.5));

    /** Which row is the group's, and which are its methods'. */
    private static final String[] GROUP = {"Queue.rw", "Queue.rw:get", "Queue.rw:put"};

    private static List<List<Double>> weighted(double ofGet, double ofPut) {
        return List.of(
                List.of(ofGet * 3.0 + ofPut * 10.0, ofGet * 5.0 + ofPut * 9.0),
                List.of(ofGet * 4.0 + ofPut * 11.0, ofGet * 3.5 + ofPut * 10.5));
    }

    /** A row that may be a group's. */
    private static Rows row(String mode, String unit) {
        return Rows.row("Queue.rw").mode(mode).unit(unit).threads(4);
    }

    private static Rows group(String mode, String unit) {
        return row(mode, unit).metric("get", unit, GET).metric("put", unit, PUT);
    }

    private static ResultsFile file(Row row) {
        return ResultsFile.of(Path.of("made-up.json"), List.of(row));
    }

    private static List<String> names(Row row) {
        return file(row).rows().stream().map(Row::simpleName).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2-base", "2-head", "counters-base", "counters-head", "sample-23", "counters-64-threads"})
    void aMetricThatMayBeACounterIsNoRow(String file) {
        assertThat(Fixtures.read("hunt/" + file + ".json").rows())
                .extracting(Row::benchmark)
                .doesNotHaveDuplicates()
                .noneMatch(name -> name.contains(":"));
    }

    @Test
    void countersOfAThroughputAddUpToItWithAnyNumberOfThreads() {
        for (int threads = 1; threads <= 64; threads *= 2) {
            Row row = group("thrpt", "ops/us").threads(threads).of(weighted(1, 1));
            assertThat(file(row).rows()).containsExactly(row);
        }
    }

    @Test
    void theMethodsOfAGroupAreRowsNamedAsJmhPrintsThem() {
        List<Row> rows = file(group("avgt", "us/op")
                        .metric("gc.count", "counts", GET)
                        .of(weighted(0.75, 0.25)))
                .rows();
        assertThat(rows).extracting(Row::simpleName).containsExactly(GROUP);
        assertThat(rows.get(1).label()).isEqualTo("Queue.rw:get threads=4");
        assertThat(rows.get(1).primary()).isEqualTo(new Metric("us/op", GET));
    }

    @ParameterizedTest
    @CsvSource({
        "0.75, 0.25, 4, get=3 put=1",
        "0.25, 0.75, 4, get=1 put=3",
        "0.5, 0.5, 64, get=32 put=32",
        "0.6, 0.4, 5, get=3 put=2",
        "0.6, 0.4, 4,",
        "0.5, 0.5, 1,",
        "1, 0, 4,",
        "1.25, -0.25, 4,",
        "0.5, 0.25, 4,"
    })
    void aTimeTellsHowManyThreadsEachMethodHas(double ofGet, double ofPut, int threads, String methods) {
        List<Row> rows = file(group("avgt", "us/op").threads(threads).of(weighted(ofGet, ofPut)))
                .rows();
        assertThat(rows)
                .hasSize(methods == null ? 1 : 3)
                .allSatisfy(row ->
                        assertThat(row.settings().get(GroupMethods.THREADS)).isEqualTo(methods));
    }

    /**
     * A counter that grows by the same number in each call has the row's time or a multiple of it, and any division of
     * the threads fits. Hits and misses, and a counter next to methods, fit no division.
     */
    static Stream<Row> counters() {
        List<List<Double>> hits = List.of(List.of(12.5, 10.0), List.of(13.0, 14.0));
        List<List<Double>> misses = List.of(List.of(50.0, 90.0), List.of(71.5, 42.0));
        return Stream.of(
                counters(4, weighted(0, 1), weighted(0, 1)),
                counters(2, weighted(0, 1), weighted(0, 1)),
                counters(3, weighted(0, 0.5), weighted(0, 2)),
                counters(4, hits, misses),
                group("avgt", "us/op").metric("misses", "us/op", PUT).of(weighted(0.75, 0.25)));
    }

    private static Row counters(int threads, List<List<Double>> first, List<List<Double>> second) {
        return row("avgt", "us/op")
                .threads(threads)
                .metric("first", "us/op", first)
                .metric("second", "us/op", second)
                .of(PUT);
    }

    @ParameterizedTest
    @MethodSource("counters")
    void aCounterIsNoMethod(Row row) {
        assertThat(file(row).rows()).containsExactly(row);
    }

    @Test
    void manyThreadsAndMethodsAreDividedOnce() {
        int methods = 12;
        SplittableRandom random = new SplittableRandom(47);
        double[] sum = new double[40];
        Rows row = row("avgt", "us/op").threads(methods * (methods + 1) / 2);
        for (int method = 1; method <= methods; method++) {
            double[] times = random.doubles(sum.length, 10, 20).toArray();
            for (int n = 0; n < sum.length; n++) {
                sum[n] += method * times[n] / (methods * (methods + 1) / 2);
            }
            row.metric(
                    "m" + (char) ('a' + method),
                    "us/op",
                    List.of(Arrays.stream(times).boxed().toList()));
        }
        List<Row> rows = file(row.ofFork(sum)).rows();
        assertThat(rows).hasSize(1 + methods);
        assertThat(rows.get(0).settings().get(GroupMethods.THREADS))
                .startsWith("mb=1 mc=2 ")
                .endsWith(" mm=12");
    }

    @Test
    void percentilesTellTheMethodsOfSampleTimeUnlessTheyAreOfAnOpenLoop() {
        Rows sampled = group("sample", "us/op")
                .metric("get:p0.50", "us/op", GET)
                .metric("put:p0.50", "us/op", PUT)
                .metric("p0.50", "us/op", PUT)
                .metric("other", "us/op", PUT);
        assertThat(names(sampled.of(weighted(0.6, 0.4)))).containsExactly(GROUP);
        assertThat(names(sampled.metric(Latencies.MADE, "ops/s", PUT).of(weighted(0.6, 0.4))))
                .hasSize(1);
    }

    @Test
    void aMethodThatIsNamedAsAMetricTooIsOneRow() {
        ResultsFile file = file(group("avgt", "us/op").of(weighted(0.75, 0.25)));
        assertThat(FileVerdicts.of(
                                List.of(file),
                                List.of(file),
                                0.03,
                                List.of(MetricChoice.parse("get"), MetricChoice.parse("put")))
                        .rows())
                .extracting(row -> row.key().simpleName())
                .containsExactlyInAnyOrder(GROUP);
    }

    @Test
    void aMethodThatDidNothingInAnIterationIsRefused() {
        ResultsFile file = file(group("sample", "us/op")
                .metric("get", "us/op", List.of(List.of(0.0, 5.0), List.of(4.0, 3.5)))
                .metric("get:p0.50", "us/op", GET)
                .metric("put:p0.50", "us/op", PUT)
                .of(PUT));
        assertThat(file.rows()).extracting(Row::simpleName).containsExactly("Queue.rw", "Queue.rw:put");
        assertThat(file.refused()).extracting(row -> row.key().simpleName()).containsExactly("Queue.rw:get");
    }
}
