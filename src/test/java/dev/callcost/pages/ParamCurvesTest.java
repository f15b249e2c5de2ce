package dev.callcost.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.compare.Rows;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Ladder;
import dev.callcost.text.Sections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParamCurvesTest {
    private static final List<List<Double>> SHOTS =
            List.of(List.of(100.0, 20.0, 10.0, 7.0), List.of(400.0, 20.0, 10.0));

    private static Rows benchmark(String method) {
        return Rows.row("CBenchmark." + method);
    }

    /** A row of 8 us for each combination of values, such as those of {@code call size=1,2 threads=1,4}. */
    private static Stream<Row> rows(String line) {
        String[] words = line.split(" ");
        Stream<Map<String, String>> combinations = Stream.of(new TreeMap<>(Map.of("threads", "1")));
        for (String word : List.of(words).subList(1, words.length)) {
            String[] param = word.split("=");
            combinations =
                    combinations.flatMap(some -> Stream.of(param[1].split(",")).map(value -> {
                        Map<String, String> more = new TreeMap<>(some);
                        more.put(param[0], value);
                        return more;
                    }));
        }
        return combinations.map(params -> benchmark(words[0])
                .threads(Integer.parseInt(params.remove("threads")))
                .params(params)
                .of(8, 8));
    }

    private static List<ParamCurves> sweeps(Stream<Row> rows) {
        ResultsFile file = Rows.file("made-up.json", rows.toArray(Row[]::new));
        return ParamCurves.of(file, Ladder.of(file));
    }

    /** The sweeps of rows, each as the benchmark, its axis with the values, and its curves. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # the axis is the number with most values, sorted
            call size=1000,0,10,1 clients=1,2,3 format=GSON | call by size 0 1 10 1000: clients=1, clients=2, clients=3
            # threads are a parameter, but not of a method that has its own
            call threads=1,2,4                                        | call by threads 1 2 4: call
            oneClient size=1,2,3 / tenClients size=1,2,3 threads=10   | by size 1 2 3: oneClient, tenClients
            oneClient size=1,2,3 / tenClients size=1,2,3 threads=10 / oneClient size=1,2,3 threads=2 | \
            by size 1 2 3: oneClient threads=1, tenClients threads=10, oneClient threads=2
            # what is no number is an axis only for several curves, in the order of the file; else the dots of the times say it
            call tls=PLAIN,JDK,BORING stub=A   | ''
            call tls=PLAIN,JDK,BORING stub=A,B | call by tls PLAIN JDK BORING: stub=A, stub=B
            # two values make no curve
            a size=1,2 / b size=3              | ''
            a size=1,2,3 / b size=3            | a by size 1 2 3: a
            # more curves than colours have panels of their own
            encode size=1,2,3 format=A,B,C,D,E / decode size=1,2,3 format=A,B,C,D,E | \
            encode by size 1 2 3: format=A, format=B, format=C, format=D, format=E / \
            decode by size 1 2 3: format=A, format=B, format=C, format=D, format=E
            encode size=1,2,3 format=A,B,C,D,E tls=NO,YES | \
            encode format=A by size 1 2 3: tls=NO, tls=YES / encode format=B by size 1 2 3: tls=NO, tls=YES / \
            encode format=C by size 1 2 3: tls=NO, tls=YES / encode format=D by size 1 2 3: tls=NO, tls=YES / \
            encode format=E by size 1 2 3: tls=NO, tls=YES
            """)
    void rowsHaveSweeps(String rows, String expected) {
        String made = sweeps(Stream.of(rows.split(" / ")).flatMap(ParamCurvesTest::rows)).stream()
                .map(sweep -> (sweep.label().replaceFirst("^CBenchmark\\.?", "") + " by " + sweep.axis() + " "
                                + String.join(" ", sweep.values()) + ": "
                                + String.join(", ", sweep.curves().keySet()))
                        .strip())
                .collect(Collectors.joining(" / "));
        assertThat(made).isEqualTo(expected);
    }

    @Test
    void theIterationsOfSingleShotsAreAnAxisWhereNoParameterIs() {
        Rows round = benchmark("round").mode("ss").unit("ms/op");
        ParamCurves sweep = sweeps(Stream.of(round.of(SHOTS))).get(0);
        assertThat(sweep.axis()).isEqualTo("iteration");
        assertThat(sweep.label()).isEqualTo("CBenchmark.round mode=ss");
        assertThat(sweep.values()).as("those that every fork has").containsExactly("1", "2", "3");
        assertThat(sweep.curves().get("round").get("1").value())
                .as("the geometric mean over forks")
                .isCloseTo(200e6, within(1.0));

        Stream<Row> swept = Stream.of("1", "2", "3")
                .map(idle -> benchmark("round").mode("ss").param("idle", idle).of(SHOTS));
        assertThat(sweeps(swept).get(0).axis()).isEqualTo("idle");
        assertThat(sweeps(Stream.of(benchmark("call").of(SHOTS)))).isEmpty();
    }

    @Test
    void scoresThatAreNoTimesKeepTheirUnitAndTheirPanel() {
        Stream<Row> rates = Stream.of("1", "2", "3")
                .map(size -> benchmark("call")
                        .throughput("ops/ms")
                        .param("size", size)
                        .of(8));
        ResultsFile file = Rows.file(
                "made-up.json", Stream.concat(rates, rows("call size=1,2,3")).toArray(Row[]::new));
        Figure figure = ParamCurves.figure(file, Ladder.of(file)).orElseThrow();
        assertThat(figure.tables().apply(new Sections(false)).text()).contains("1     8.00 ops/ms", "1     8.00 us");
        assertThat(figure.points().csv())
                .contains(
                        "CBenchmark.call,call,size,1,8000.00000,8000.00000,8000.00000,2,ns",
                        "mode=thrpt,call,size,1,8.00000000,,,1,ops/ms");
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
        return new ParamCurves("", "", List.of(values), Map.of(), "").places();
    }
}
