package dev.callcost.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.compare.Rows;
import dev.callcost.data.Estimate;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Ladder;
import dev.callcost.text.Sections;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SweepTest {
    private static final Path MADE_UP = Path.of("made-up.json");

    private static Rows benchmark(String method) {
        return Rows.row("CBenchmark." + method);
    }

    private static Row row(String method, int threads, Map<String, String> params, double micros) {
        return benchmark(method).threads(threads).params(params).of(micros, micros);
    }

    private static List<Sweep> sweeps(List<Row> rows) {
        return sweeps(new ResultsFile(MADE_UP, rows));
    }

    private static List<Sweep> sweeps(ResultsFile file) {
        return Sweep.of(file, Ladder.of(file));
    }

    private static List<String> labels(Sweep sweep) {
        return List.copyOf(sweep.curves().keySet());
    }

    @Test
    void theNumericParameterWithMostValuesIsTheAxisAndTheOthersTellCurvesApart() {
        List<Row> rows = new ArrayList<>();
        for (String size : List.of("1000", "0", "10", "1")) {
            for (String clients : List.of("1", "2", "3")) {
                rows.add(row("call", 1, Map.of("clients", clients, "format", "GSON", "size", size), 5));
            }
        }
        Sweep sweep = sweeps(rows).get(0);
        assertThat(sweep.label()).isEqualTo("CBenchmark.call");
        assertThat(sweep.axis()).isEqualTo("size");
        assertThat(sweep.values()).containsExactly("0", "1", "10", "1000");
        assertThat(labels(sweep)).containsExactly("clients=1", "clients=2", "clients=3");
        assertThat(sweep.unit()).isEmpty();
        assertThat(sweep.curves().get("clients=3").get("10").value()).isCloseTo(5000, within(1e-6));
    }

    @Test
    void threadsAreAParameterButNotBesideAMethodThatHasItsOwn() {
        Sweep threads = sweeps(IntStream.of(1, 2, 4)
                        .mapToObj(n -> row("call", n, Map.of(), n))
                        .toList())
                .get(0);
        assertThat(threads.axis()).isEqualTo("threads");
        assertThat(labels(threads)).containsExactly("call");

        List<Row> rows = new ArrayList<>();
        for (String size : List.of("1", "2", "3")) {
            rows.add(row("oneClient", 1, Map.of("size", size), 1));
            rows.add(row("tenClients", 10, Map.of("size", size), 1));
        }
        assertThat(labels(sweeps(rows).get(0))).containsExactly("oneClient", "tenClients");
        rows.addAll(List.of(
                row("oneClient", 2, Map.of("size", "1"), 1),
                row("oneClient", 2, Map.of("size", "2"), 1),
                row("oneClient", 2, Map.of("size", "3"), 1)));
        assertThat(labels(sweeps(rows).get(0)))
                .containsExactly("oneClient threads=1", "tenClients threads=10", "oneClient threads=2");
    }

    @Test
    void theIterationsOfSingleShotsAreAnAxisWhereNoParameterIs() {
        List<List<Double>> forks = List.of(List.of(100.0, 20.0, 10.0, 7.0), List.of(400.0, 20.0, 10.0));
        Sweep sweep = sweeps(List.of(benchmark("round").mode("ss").unit("ms/op").of(forks)))
                .get(0);
        assertThat(sweep.axis()).isEqualTo("iteration");
        assertThat(sweep.label()).isEqualTo("CBenchmark.round mode=ss");
        assertThat(sweep.values()).as("those that every fork has").containsExactly("1", "2", "3");
        Estimate first = sweep.curves().get("round").get("1");
        assertThat(first.value()).as("the geometric mean over forks").isCloseTo(200e6, within(1.0));
        assertThat(first.hasInterval()).isTrue();

        List<Row> swept = IntStream.of(1, 2, 3)
                .mapToObj(n -> benchmark("round")
                        .mode("ss")
                        .unit("ms/op")
                        .param("idle", "" + n)
                        .of(forks))
                .toList();
        assertThat(sweeps(swept).get(0).axis()).isEqualTo("idle");
        assertThat(sweeps(List.of(benchmark("call").unit("ms/op").of(forks)))).isEmpty();
    }

    @Test
    void whatIsNoNumberIsAnAxisOnlyForSeveralCurves() {
        List<Row> one = List.of("PLAIN", "JDK", "BORING").stream()
                .map(tls -> row("call", 1, Map.of("tls", tls, "stub", "A"), 1))
                .toList();
        assertThat(sweeps(one)).as("the dots of the times say it").isEmpty();
        List<Row> two = new ArrayList<>(one);
        one.forEach(row -> two.add(row("call", 1, Map.of("tls", row.params().get("tls"), "stub", "B"), 2)));
        Sweep sweep = sweeps(two).get(0);
        assertThat(sweep.axis()).isEqualTo("tls");
        assertThat(sweep.values()).as("in the order of the file").containsExactly("PLAIN", "JDK", "BORING");
        assertThat(labels(sweep)).containsExactly("stub=A", "stub=B");
    }

    @Test
    void twoValuesMakeNoCurve() {
        List<Row> rows = new ArrayList<>(List.of(
                row("a", 1, Map.of("size", "1"), 1),
                row("a", 1, Map.of("size", "2"), 1),
                row("b", 1, Map.of("size", "3"), 1)));
        assertThat(sweeps(rows)).isEmpty();
        rows.add(row("a", 1, Map.of("size", "3"), 1));
        assertThat(labels(sweeps(rows).get(0))).containsExactly("a");
    }

    @Test
    void scoresThatAreNoTimesKeepTheirUnitAndTheirPanel() {
        List<Row> rows = new ArrayList<>();
        for (String size : List.of("1", "2", "3")) {
            rows.add(benchmark("call").throughput("ops/ms").param("size", size).of(8));
            rows.add(row("call", 1, Map.of("size", size), 8));
        }
        List<Sweep> sweeps = sweeps(rows);
        assertThat(sweeps).extracting(Sweep::unit).containsExactly("ops/ms", "");
        assertThat(sweeps).extracting(Sweep::label).containsExactly("CBenchmark.call mode=thrpt", "CBenchmark.call");
        assertThat(sweeps.get(0).curves().get("call").get("3").value()).isCloseTo(8, within(1e-9));
        ResultsFile file = new ResultsFile(MADE_UP, rows);
        Figure figure = Sweep.figure(file, Ladder.of(file)).orElseThrow();
        assertThat(figure.tables().apply(new Sections(false)).text()).contains("1     8.00 ops/ms", "1     8.00 us");
        assertThat(figure.points().csv())
                .contains(
                        "CBenchmark.call,call,size,1,8000.00000,8000.00000,8000.00000,2,ns",
                        "mode=thrpt,call,size,1,8.00000000,,,1,ops/ms");
    }

    @Test
    void moreCurvesThanColoursHavePanelsOfTheirOwn() {
        List<Row> rows = new ArrayList<>();
        for (String size : List.of("1", "2", "3")) {
            for (String format : List.of("A", "B", "C", "D", "E")) {
                rows.add(row("encode", 1, Map.of("format", format, "size", size), 1));
                rows.add(row("decode", 1, Map.of("format", format, "size", size), 1));
            }
        }
        List<Sweep> sweeps = sweeps(rows);
        assertThat(sweeps).extracting(Sweep::label).containsExactly("CBenchmark.encode", "CBenchmark.decode");
        assertThat(labels(sweeps.get(0))).containsExactly("format=A", "format=B", "format=C", "format=D", "format=E");

        List<Row> ofOneMethod = new ArrayList<>();
        for (String size : List.of("1", "2", "3")) {
            for (String format : List.of("A", "B", "C", "D", "E")) {
                ofOneMethod.add(row("encode", 1, Map.of("tls", "NO", "format", format, "size", size), 1));
                ofOneMethod.add(row("encode", 1, Map.of("tls", "YES", "format", format, "size", size), 1));
            }
        }
        assertThat(sweeps(ofOneMethod))
                .extracting(Sweep::label)
                .startsWith("CBenchmark.encode format=A", "CBenchmark.encode format=B")
                .hasSize(5);
        assertThat(labels(sweeps(ofOneMethod).get(0))).containsExactly("tls=NO", "tls=YES");
    }

    @Test
    void numbersLieInProportionOrByTheirLogarithmWithZeroADecadeBelow() {
        assertThat(places("1", "2", "5")).containsEntry("2", 0.25);
        assertThat(places(IntStream.rangeClosed(1, 21).mapToObj(String::valueOf).toArray(String[]::new)))
                .as("evenly spaced")
                .containsEntry("11", 0.5);
        Map<String, Double> crowded = places("0", "1", "10", "100", "1000");
        assertThat(crowded.get("0")).isZero();
        assertThat(crowded.get("1")).isCloseTo(0.25, within(1e-9));
        assertThat(crowded.get("100")).isCloseTo(0.75, within(1e-9));
        assertThat(places("-1", "0", "1", "1000").get("0")).isCloseTo(1 / 1001.0, within(1e-9));
        assertThat(places("B", "A")).containsEntry("B", 0.25).containsEntry("A", 0.75);
    }

    private static Map<String, Double> places(String... values) {
        return new Sweep("", "", List.of(values), Map.of(), "").places();
    }
}
