package dev.callcost.lab;

import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Rows;
import dev.callcost.data.Fixtures;
import dev.callcost.data.Log;
import dev.callcost.data.LogLines;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.LadderTable;
import dev.callcost.text.ForeignLocale;
import dev.callcost.text.Sections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of made-up results, whose numbers are calculated by hand. {@link ReadmeTablesDriftIT} compares those of the committed ones. */
@ExtendWith(ForeignLocale.class)
class TablesTest {
    /**
     * A kind of table, its rows, and the cells of some columns; - for a column that is not there. A row has a unit other than us/op, params, metrics and
     * scores; a comma stands between iterations, a semicolon between forks.
     */
    static Stream<String> tables() {
        return Stream.of("""
                recorder
                # the recorder adds 2 %; the first iteration of each block does not count
                X.call recorder:0,0,0,1,1,1,0,0,0;1,1,1,0,0,0,1,1,1 recorder.between:3,3,3;3,3,3,3,3,3 \
                    = 9,1,1,7,1.02,1.02,5,1,1;9,2.04,2.04,7,2,2,5,2.04,2.04
                on / off: 1.0200
                99 % interval of the change: +2.00% to +2.00%
                between iterations: 3.00 ms

                idle
                # pings and round trips are means, the idle time is (1010 + 1030) / 2, and the two fastest take 30 us on average
                RmiIdleBenchmark.call idleMillis=1 pings:0,1,0,0 roundTrips:1,2,1,1 idleMicros:1000,1010,1030,9000 = 30,32,99,30
                pinged: 25.0%
                round trips per call: 1.25
                connection idle before it: 1.02 ms
                time per call: 30.0 us

                echo
                # the plateau is the median of the last third, three rounds at least, here 30 us
                EchoBurstBenchmark.round = 90,50,9,40,20,30
                plateau, calls/s: 33,300

                echo
                # sqrt(30 x 40) = 34.6
                EchoBurstBenchmark.round = 90,50,9,9,9,9,9,9,40,20,30,50
                plateau, calls/s: 28,900

                echo
                # too few for a plateau
                EchoBurstBenchmark.round = 1,2,3,4
                plateau, calls/s: -

                echo
                EchoBurstBenchmark.round = 1,2,3,4,5
                plateau, calls/s: 250,000

                echo
                # the first round within a tenth of the plateau
                EchoBurstBenchmark.round = 50,22.1,21.9,40,20,20,20
                rounds to the plateau: 3.0

                echo
                EchoBurstBenchmark.round = 20,50,20,20,20
                rounds to the plateau: 1.0

                echo
                # (2 + 4) / 2
                EchoBurstBenchmark.round = 9,1,1,1,1;9,9,9,1,1,1
                rounds to the plateau: 3.0

                echo
                # The first rounds of two forks are e^0.02 apart. Each mean of two logarithms has the variance 0.01^2, their difference twice
                # that, at two degrees of freedom: 2 [2 / e^(9.925 x 0.02 / sqrt(2)), ..]. The forks' own ratios are 5 and 5 e^0.02, at one
                # degree of freedom: 5 e^0.01 [5 e^0.01 / e^(63.657 x 0.01), ..]
                EchoBurstBenchmark.round server=OWN_JVM_FRESH = 200,30,20,20,20;204.04026800535116,30,20,20,20
                EchoBurstBenchmark.round server=OWN_JVM_WARM = 100,30,20,20,20;102.02013400267558,30,20,20,20
                plateau, calls/s: 50,000 ±0.0% | 50,000 ±0.0%
                rounds to the plateau: 3.0 | 3.0
                round 1 / warm server's: 2.00 [1.74, 2.30] |
                round 1 / plateau, time: 10.1 [too wide] | 5.05 [too wide]

                delay
                # ten threads, each with a call in 2000 us
                ClientsDelayBenchmark.tenClients threads=10 delay=SLEEP delayMicros=1000 wireFormat=PROTOBUF workMicros:1050,1150 \
                    latencyMicros:1800,2100 lambdaW:9.9,10 handlersAtOnce:5,6 cpuMicros:70,72 = 1900,2100
                measured: 1.10 ms
                RPCs/s: 5,000
                average latency: 1.95 ms
                delta: 850 us
                threads: 10
                lambda x W: 9.95
                handlers at work: 5.50
                CPU per call: 71.0 us

                delay
                # (2 - 3) / 2 is lost in noise and has no interval
                ClientsDelayBenchmark.oneClient workMicros:98;103 latencyMicros:100;100 = 100;100
                delta: -0.500 us

                heap
                # 0.4 [0.4 / e^(9.925 x 0.02 / sqrt(2)), ..]; 10^6 / (1000 e^0.01) calls/s, within e^(63.657 x 0.01); no pauses without -prof gc
                SmallHeapBenchmark.unary wireFormat=GSON longs=1000 = 1000;1020.2013400267558
                LargeHeapBenchmark.unary wireFormat=GSON longs=1000 = 400;408.08053601070234
                / large heap: 0.400 [0.348, 0.460] |
                calls/s: 990 ±>50% | 2,480 ±>50%
                pauses, of the time: -

                heap
                # three collections in four iterations of half a second, and 20 ms of their 2 s
                SmallHeapBenchmark.unary gc.count:2,0;1,0 gc.time:15;5 = 1;1
                collections a second: 1.50
                pauses, of the time: 1.0%

                keyvalue
                # 60 + 70, 1 + 2 and 39 + 28 of 200
                KeyValueBenchmark.operation workMicros:1 ok:60,70 alreadyExists:1,2 notFound:39,28 = 1
                ok: 65.0%
                ALREADY_EXISTS: 1.5%
                NOT_FOUND: 33.5%
                """.split("\n\n"));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void hasItsNumbers(String given) {
        List<String> lines = given.lines().filter(line -> !line.startsWith("#")).toList();
        String table = table(
                lines.get(0),
                lines.stream()
                        .filter(line -> line.contains(" = "))
                        .map(TablesTest::read)
                        .toArray(Row[]::new));
        assertThat(lines.stream().skip(1).filter(line -> !line.contains(" = ")))
                .isNotEmpty()
                .allSatisfy(line -> {
                    String[] expected = line.split(": ?", 2);
                    assertThat(column(table, expected[0])).as(expected[0]).isEqualTo(cells(expected[1]));
                });
    }

    private static Row read(String line) {
        String[] sides = line.split(" = ");
        String[] words = sides[0].strip().split("[ @]+");
        Rows row = row(words[0]);
        for (String word : List.of(words).subList(1, words.length)) {
            String[] parts = word.split("[=:]");
            if (word.startsWith("ops/")) {
                row.throughput(word);
            } else if (word.contains("/")) {
                row.unit(word);
            } else if (parts[0].equals("threads")) {
                row.threads(Integer.parseInt(parts[1]));
            } else if (word.contains("=")) {
                row.param(parts[0], parts[1]);
            } else {
                row.metric(parts[0], forks(parts[1]));
            }
        }
        return row.of(forks(sides[1]));
    }

    private static List<List<Double>> forks(String text) {
        return Stream.of(text.strip().split(";"))
                .map(fork -> Stream.of(fork.split(",")).map(Double::valueOf).toList())
                .toList();
    }

    private static String table(String kind, Row... rows) {
        return RowTable.markdown(kind, Rows.file("made-up.json", rows));
    }

    /** The cells of a column; - where the table has no such column. */
    private static List<String> column(String table, String name) {
        List<List<String>> lines = table.lines()
                .filter(line -> line.startsWith("| "))
                .map(line -> cells(line.substring(1, line.length() - 1)))
                .toList();
        int column = lines.get(0).indexOf(name);
        return column < 0
                ? List.of("-")
                : lines.stream().skip(1).map(line -> line.get(column)).toList();
    }

    private static List<String> cells(String line) {
        return Stream.of(line.split("\\|", -1)).map(String::strip).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"five-forks", "one-fork", "out-of-order"})
    void ladder(String name) throws IOException {
        LadderTable table = new LadderTable(Ladder.of(Fixtures.read(name + ".json")));
        Fixtures.assertText(
                "report/ladder-" + name + ".txt",
                table.addTo(new Sections(false)).list(table.notes(true)).text());
        Fixtures.assertText(
                "report/ladder-" + name + ".md", table.addTo(new Sections(true)).text());
    }

    /** Warm-ups of three forks; only the score of the measured iterations falls, by 2 %. */
    @Test
    void warmUpsAndTheDriftBehindThem(@TempDir Path folder) throws IOException {
        Row row = row("B.c").of(Collections.nCopies(3, List.of(102.0, 101.0, 100.0)));
        String forks = Stream.of("2.04,true,classes", "7,false,compilation", "2.5,true,classes")
                .map(fork -> fork.split(","))
                .map(fork -> LogLines.fork(
                        row.key(),
                        "us/op",
                        1,
                        Map.of(),
                        Optional.of("{\"seconds\":%s,\"warm\":%s,\"unmetUntil\":{\"scores\":1.5,\"%s\":1.9}}"
                                .formatted((Object[]) fork)),
                        List.of("{\"warmup\":false,\"nanos\":500000000,\"score\":50}")))
                .collect(Collectors.joining());
        Files.writeString(folder.resolve(Log.NAME), LogLines.RUN + forks);
        ResultsFile file = new ResultsFile(folder.resolve(ResultsFile.NAME), List.of(row));
        assertThat(RowTable.markdown("warmed", file)).endsWith("""
                | row | forks | seconds, median | range | waited for, forks | warm | drift while measured |
                |---|---:|---:|---:|---|---:|---:|
                | B.c | 3 | 2.5 | 2.0-7.0 | classes 2, compilation 1 | 2 | -2.0% [-2.0%, -2.0%] |
                """);
    }

    @ParameterizedTest
    @CsvSource({
        // one at a time: 10^6 / 40,000, and 40,000 / 50,000 of it
        "SYNCHRONIZED, SLEEP, FUTURE, DEFAULT, 25.0, 80.0%",
        "SYNCHRONIZED, SPIN, FUTURE, DEFAULT, 25.0, 80.0%",
        "SYNCHRONIZED, SLEEP, FUTURE, FIXED, 25.0, 80.0%",
        "CONCURRENT, SLEEP, BLOCKING, DEFAULT, 25.0, 80.0%",
        "CONCURRENT, SPIN, BLOCKING, DEFAULT, 25.0, 80.0%",
        "CONCURRENT, SLEEP, FUTURE, DIRECT, 25.0, 80.0%",
        // two threads
        "SYNCHRONIZED_NARROW, SLEEP, FUTURE, FIXED, 50.0, 40.0%",
        // a hundred in flight
        "SYNCHRONIZED_NARROW, SLEEP, FUTURE, DEFAULT, 2500, 0.8%",
        "CONCURRENT, PARK, FUTURE, VIRTUAL, 2500, 0.8%",
        // by the number of CPUs, which the file does not hold
        "CONCURRENT, SPIN, FUTURE, DEFAULT, -, -",
        "CONCURRENT, SPIN, FUTURE, FIXED, -, -",
        "CONCURRENT, SLEEP, FUTURE, WORK_STEALING, -, -",
        "SYNCHRONIZED, NONE, FUTURE, DEFAULT, -, -",
    })
    void theBoundOfAClosedLoop(String store, String work, String client, String executor, String bound, String share) {
        String table = table(
                "keyvalue",
                read("KeyValueBenchmark.operation store=%s work=%s client=%s executor=%s inFlight=100"
                                .formatted(store, work, client, executor)
                        + " workMicros:39000,41000 = 49000,51000"));
        assertThat(column(table, "bound, calls/s")).containsExactly(bound);
        assertThat(column(table, "of the bound")).containsExactly(share);
        assertThat(column(table, "calls/s")).containsExactly("20.0");
    }
}
