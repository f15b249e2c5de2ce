package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.Latencies;
import dev.callcost.compare.Rows;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @Test
    void theMethodsOfAGroupAreRowsNamedAsJmhPrintsThem() {
        List<Row> rows = Fixtures.read("hunt/2-base.json").rows();
        assertThat(rows)
                .extracting(Row::benchmark)
                .containsExactly("shop.QueueBench.rw", "shop.QueueBench.rw:get", "shop.QueueBench.rw:put");
        assertThat(rows.get(1).label()).isEqualTo("QueueBench.rw:get threads=4 mode=thrpt");
        assertThat(rows.get(1).primary()).isEqualTo(rows.get(0).secondary().get("get"));
    }

    @Test
    void countersInTheUnitOfTheScoreAreNoMethods() {
        List<List<Double>> misses = List.of(List.of(1.0, 2.0), List.of(3.0, 1.0));
        assertThat(names(group("thrpt", "ops/us")
                        .metric("misses", "ops/us", misses)
                        .metric("gc.count", "counts", GET)
                        .of(weighted(1, 1))))
                .containsExactly(GROUP);
        assertThat(names(row("thrpt", "ops/us")
                        .metric("get", "ops/us", GET)
                        .metric("misses", "ops/us", misses)
                        .of(weighted(1, 1))))
                .hasSize(1);
        assertThat(names(row("avgt", "us/op")
                        .metric("a", "us/op", GET)
                        .metric("b", "us/op", GET)
                        .of(PUT)))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"0.75, 0.25, get=3 put=1", "0.25, 0.75, get=1 put=3", "0.6, 0.4,"})
    void aTimeTellsHowManyThreadsEachMethodHas(double ofGet, double ofPut, String threads) {
        List<Row> rows = file(group("avgt", "us/op").of(weighted(ofGet, ofPut))).rows();
        assertThat(rows)
                .hasSize(threads == null ? 1 : 3)
                .allSatisfy(row ->
                        assertThat(row.settings().get(GroupMethods.THREADS)).isEqualTo(threads));
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
    void aMethodThatDidNothingInAnIterationIsRefused() {
        ResultsFile file = file(group("thrpt", "ops/us")
                .metric("get", "ops/us", List.of(List.of(0.0, 5.0), List.of(4.0, 3.5)))
                .of(List.of(List.of(10.0, 14.0), List.of(15.0, 14.0))));
        assertThat(file.rows()).extracting(Row::simpleName).containsExactly("Queue.rw", "Queue.rw:put");
        assertThat(file.refused()).extracting(row -> row.key().simpleName()).containsExactly("Queue.rw:get");
    }
}
