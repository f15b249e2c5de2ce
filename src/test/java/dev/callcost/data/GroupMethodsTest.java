package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.Latencies;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GroupMethodsTest {
    private static final List<List<Double>> GET = List.of(List.of(3.0, 5.0), List.of(4.0, 3.5));
    private static final List<List<Double>> PUT = List.of(List.of(10.0, 9.0), List.of(11.0, 10.5));

    private static List<List<Double>> weighted(double ofGet, double ofPut) {
        return List.of(
                List.of(ofGet * 3.0 + ofPut * 10.0, ofGet * 5.0 + ofPut * 9.0),
                List.of(ofGet * 4.0 + ofPut * 11.0, ofGet * 3.5 + ofPut * 10.5));
    }

    private static ResultsFile file(String mode, String unit, List<List<Double>> scores, Map<String, Metric> metrics) {
        Row group = new Row(
                "a.Queue.rw",
                mode,
                4,
                Collections.emptySortedMap(),
                new Metric(unit, scores),
                new TreeMap<>(metrics),
                Collections.emptySortedMap());
        return GroupMethods.added(new ResultsFile(Path.of("made-up.json"), List.of(group)));
    }

    private static Map<String, Metric> methods(String unit) {
        return new TreeMap<>(Map.of("get", new Metric(unit, GET), "put", new Metric(unit, PUT)));
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
        Map<String, Metric> metrics = methods("ops/us");
        metrics.put("misses", new Metric("ops/us", List.of(List.of(1.0, 2.0), List.of(3.0, 1.0))));
        metrics.put("gc.count", new Metric("counts", GET));
        assertThat(file("thrpt", "ops/us", weighted(1, 1), metrics).rows())
                .extracting(Row::benchmark)
                .containsExactly("a.Queue.rw", "a.Queue.rw:get", "a.Queue.rw:put");
        metrics.remove("put");
        assertThat(file("thrpt", "ops/us", weighted(1, 1), metrics).rows()).hasSize(1);
        assertThat(file("avgt", "us/op", PUT, Map.of("a", new Metric("us/op", GET), "b", new Metric("us/op", GET)))
                        .rows())
                .hasSize(1);
    }

    @Test
    void aTimeTellsHowManyThreadsEachMethodHas() {
        List<Row> rows =
                file("avgt", "us/op", weighted(0.75, 0.25), methods("us/op")).rows();
        assertThat(rows)
                .hasSize(3)
                .allSatisfy(row -> assertThat(row.settings()).containsEntry(GroupMethods.THREADS, "get=3 put=1"));
        assertThat(file("avgt", "us/op", weighted(0.25, 0.75), methods("us/op"))
                        .rows()
                        .get(2)
                        .settings())
                .containsEntry(GroupMethods.THREADS, "get=1 put=3");
        assertThat(file("avgt", "us/op", weighted(0.6, 0.4), methods("us/op")).rows())
                .hasSize(1);
    }

    @Test
    void percentilesTellTheMethodsOfSampleTime() {
        Map<String, Metric> metrics = methods("us/op");
        metrics.put("get:p0.50", new Metric("us/op", GET));
        metrics.put("put:p0.50", new Metric("us/op", PUT));
        metrics.put("p0.50", new Metric("us/op", PUT));
        metrics.put("other", new Metric("us/op", PUT));
        assertThat(file("sample", "us/op", weighted(0.6, 0.4), metrics).rows())
                .extracting(Row::benchmark)
                .containsExactly("a.Queue.rw", "a.Queue.rw:get", "a.Queue.rw:put");
    }

    @Test
    void furtherSamplesOfAnOpenLoopAreNoMethods() {
        Map<String, Metric> metrics = methods("us/op");
        metrics.put("get:p0.50", new Metric("us/op", GET));
        metrics.put("put:p0.50", new Metric("us/op", PUT));
        metrics.put(Latencies.MADE, new Metric("ops/s", PUT));
        assertThat(file("sample", "us/op", weighted(0.6, 0.4), metrics).rows()).hasSize(1);
    }

    @Test
    void aMethodThatDidNothingInAnIterationIsRefused() {
        Map<String, Metric> metrics = methods("ops/us");
        metrics.put("get", new Metric("ops/us", List.of(List.of(0.0, 5.0), List.of(4.0, 3.5))));
        ResultsFile file = file("thrpt", "ops/us", List.of(List.of(10.0, 14.0), List.of(15.0, 14.0)), metrics);
        assertThat(file.rows()).extracting(Row::benchmark).containsExactly("a.Queue.rw", "a.Queue.rw:put");
        assertThat(file.refused()).extracting(row -> row.key().benchmark()).containsExactly("a.Queue.rw:get");
    }
}
