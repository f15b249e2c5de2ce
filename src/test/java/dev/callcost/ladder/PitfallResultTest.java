package dev.callcost.ladder;

import static dev.callcost.compare.Rows.file;
import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.compare.Rows;
import dev.callcost.data.Histogram;
import dev.callcost.data.Row;
import dev.callcost.ladder.PitfallResult.Prediction;
import dev.callcost.launch.RowSelection;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Pitfalls of made-up files, and their declaration against the benchmarks that there are. */
class PitfallResultTest {
    private static final String JDK = "jdkVersion";
    private static final Collection<BenchmarkListEntry> SUITE = BenchmarkList.defaultList()
            .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of());
    private static final List<List<Double>> ONES = List.of(List.of(1.0), List.of(1.01), List.of(0.99));

    /** The last ones: an interval that begins at the factor, and one fork, which has none. */
    @ParameterizedTest
    @CsvSource({
        "10, 1 1.01 0.99, HELD",
        "5.5, 1 1.01 0.99, HELD",
        "5, 1 1.01 0.99, NOT_SHOWN",
        "4.5, 1 1.01 0.99, FAILED",
        "1, 1 1.01 0.99, FAILED",
        "0.1, 1 1.01 0.99, FAILED",
        "5.000001, 1 1, HELD",
        "100, 1, NOT_SHOWN"
    })
    void theVerdictIsThatOfTheIntervalAgainstTheFactor(double ratio, String forks, Prediction verdict) {
        List<List<Double>> inside =
                Stream.of(forks.split(" ")).map(Double::valueOf).map(List::of).toList();
        PitfallResult finding = one(
                thrpt("WaitInLockBenchmark.insideLock", inside),
                thrpt("WaitInLockBenchmark.outsideLock", times(ratio, inside)));
        assertThat(finding.verdict()).isEqualTo(verdict);
        assertThat(finding.ratio().value()).isCloseTo(ratio, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({
        "17.0.11, HELD",
        "1.8.0_402, HELD",
        "20, HELD",
        "21, NOT_PREDICTED",
        "25.0.1, NOT_PREDICTED",
        "'', NOT_PREDICTED"
    })
    void sleepIsPredictedBeforeJdk21(String jdk, Prediction verdict) {
        Map<String, String> settings = jdk.isEmpty() ? Map.of() : Map.of(JDK, jdk);
        Row sleep = row("SleepResolutionBenchmark.sleep").settings(settings).of(times(10, ONES));
        Row spin = row("SleepResolutionBenchmark.spin").settings(settings).of(ONES);
        assertThat(one(sleep, spin).verdict()).isEqualTo(verdict);
    }

    @Test
    void rowsOfDifferentJdksUnitsOrOtherParamsAreNoPair() {
        Row inside = thrpt("WaitInLockBenchmark.insideLock", ONES);
        Row outside = thrpt("WaitInLockBenchmark.outsideLock", ONES);
        Row other = row(outside.simpleName()).mode("thrpt").setting(JDK, "25").of(ONES);
        Row average = row(outside.simpleName()).of(ONES);
        Row seconds = row(outside.simpleName()).throughput("ops/s").of(ONES);
        for (Row alone : List.of(other, average, seconds)) {
            assertThat(findings(inside, alone)).isEmpty();
        }
        assertThat(findings(inside)).isEmpty();
        assertThat(findings(other, average, seconds, inside, outside)).hasSize(1);

        Row copying = encode(Map.of("wireFormat", "COPYING_WIRE", "message", "CALL"), 800);
        Row larger = encode(Map.of("wireFormat", "BINARY_WIRE", "message", "KILOBYTE"), 1);
        Row alike = encode(Map.of("wireFormat", "BINARY_WIRE", "message", "CALL"), 100);
        assertThat(findings(copying, larger)).isEmpty();
        assertThat(one(copying, larger, alike).smallerRow()).isEqualTo(alike);
    }

    @Test
    void firstAndLastIterationAreComparedWithinEachFork() {
        // forks that differ tenfold, and always by 3 in themselves: the interval is that of the ratio alone
        List<List<Double>> forks =
                List.of(List.of(3.0, 9.0, 1.0), List.of(30.0, 1.0, 10.0), List.of(300.0, 5.0, 100.0));
        PitfallResult better =
                one(rounds("inline").setting("warmupIterations", "0").of(forks));
        assertThat(better.ratio().value()).isCloseTo(3, within(1e-9));
        assertThat(better.verdict()).isEqualTo(Prediction.HELD);

        PitfallResult worse = one(rounds("function").of(forks));
        assertThat(worse.ratio().value()).isCloseTo(1 / 3.0, within(1e-9));
        assertThat(worse.verdict()).isEqualTo(Prediction.FAILED);

        assertThat(findings(rounds("inline").setting("warmupIterations", "5").of(forks)))
                .as("after a warm-up")
                .isEmpty();
        assertThat(findings(rounds("inline").of(ONES))).as("by itself").isEmpty();
    }

    /** A value that is missing, unknown or 0 makes no pair. */
    @ParameterizedTest
    @CsvSource({"'', 0", "NaN, 0", "0, 0", "1 1 1, 1"})
    void ofASecondaryMetricTheMeanCounts(String ofSecondFork, int pairs) {
        List<Double> second = Stream.of(ofSecondFork.split(" "))
                .filter(score -> !score.isEmpty())
                .map(Double::valueOf)
                .toList();
        List<PitfallResult> findings = findings(
                idle("0", List.of(List.of(1.0, 1.0, 1.0), second)),
                idle("20", List.of(List.of(2.0, 2.0, 1.0), List.of(2.0, 2.0, 1.0))));
        assertThat(findings).hasSize(pairs).allSatisfy(finding -> {
            assertThat(finding.ratio().value()).isCloseTo(5 / 3.0, within(1e-9));
            assertThat(finding.verdict()).isEqualTo(Prediction.FAILED);
        });
    }

    @Test
    void ofAPercentileTheMedianOverIterationsCountsUnlessThereAreFewSamples() {
        Row open = stalled("openLoop", 1000, 1000, 95);
        PitfallResult finding = one(stalled("flatOut", 1000, 1000, 0.4), open);
        assertThat(finding.larger().value()).isCloseTo(95, within(1e-9));
        assertThat(finding.smaller().value()).isCloseTo(0.4, within(1e-9));
        assertThat(finding.verdict()).isEqualTo(Prediction.HELD);
        assertThat(one(stalled("flatOut", 1000, 1000, 3), open).verdict()).isEqualTo(Prediction.FAILED);
        assertThat(findings(stalled("flatOut", 600, 400, 0.4), open)).hasSize(1);
        assertThat(findings(stalled("flatOut", 600, 300, 0.4), open)).isEmpty();
        assertThat(findings(row("StalledServerBenchmark.flatOut").mode("sample").of(ONES), open))
                .isEmpty();
    }

    /** Three forks with two iterations: 2 % of the samples of each are long, the others take 0.1. */
    private static Row stalled(String method, double first, double second, double slow) {
        List<Histogram> fork = Stream.of(first, second)
                .map(samples -> Histogram.of(new double[] {0.1, slow}, new double[] {0.98 * samples, 0.02 * samples}))
                .toList();
        return row("StalledServerBenchmark." + method).sampled(List.of(fork, fork, fork));
    }

    @ParameterizedTest
    @CsvSource({
        "96, 32, HELD, false",
        "800, 0, HELD, true",
        "800, 0.001, HELD, true",
        "64, 32, FAILED, false",
        "2, 0, NOT_SHOWN, true",
        "0, 0, NOT_SHOWN, true",
        "0, 32, FAILED, false"
    })
    void noBytesCountAsOneAndTheRatioIsThenALowerBound(
            double copying, double binary, Prediction verdict, boolean atLeast) {
        PitfallResult finding = one(encode("COPYING_WIRE", copying), encode("BINARY_WIRE", binary));
        assertThat(finding.atLeast()).isEqualTo(atLeast);
        assertThat(finding.verdict()).isEqualTo(verdict);
    }

    private static PitfallResult one(Row... rows) {
        List<PitfallResult> findings = findings(rows);
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }

    private static List<PitfallResult> findings(Row... rows) {
        return PitfallResult.in(file("made-up.json", rows));
    }

    private static List<List<Double>> times(double factor, List<List<Double>> forks) {
        return forks.stream()
                .map(fork -> fork.stream().map(score -> factor * score).toList())
                .toList();
    }

    private static Row thrpt(String name, List<List<Double>> forks) {
        return row(name).mode("thrpt").of(forks);
    }

    private static Row idle(String millis, List<List<Double>> roundTrips) {
        return row("RmiIdleBenchmark.call")
                .mode("ss")
                .param("idleMillis", millis)
                .metric("roundTrips", roundTrips)
                .of(ONES);
    }

    private static Rows rounds(String part) {
        return row("ItemSeventeenBenchmark." + part + "Rounds").mode("ss");
    }

    private static Row encode(String wireFormat, double bytes) {
        return encode(Map.of("wireFormat", wireFormat), bytes);
    }

    private static Row encode(Map<String, String> params, double bytes) {
        return row("MarshallerBenchmark.encode")
                .params(params)
                .bytes(bytes, bytes)
                .of(ONES);
    }

    @Test
    void everySideIsMeasuredByOneBenchmarkWithItsParamsInItsMode() {
        assertThat(Pitfall.ALL)
                .allMatch(pitfall -> pitfall.factor() > 1 && !pitfall.larger().equals(pitfall.smaller()))
                .extracting(Pitfall::name)
                .doesNotHaveDuplicates();
        assertThat(sides())
                .isNotEmpty()
                .allSatisfy(side -> assertThat(SUITE)
                        .filteredOn(entry -> entry.getUsername().endsWith("." + side.benchmark()))
                        .singleElement()
                        .satisfies(entry -> {
                            assertThat(entry.getMode().shortLabel()).isEqualTo(side.mode());
                            assertThat(side.params())
                                    .allSatisfy((name, value) ->
                                            assertThat(values(entry, name)).contains(value));
                        }));
    }

    @Test
    void everyBenchmarkOfThePitfallPackageIsASide() {
        List<String> declared = sides().map(Pitfall.Value::benchmark).toList();
        assertThat(SUITE)
                .extracting(BenchmarkListEntry::getUsername)
                .filteredOn(name -> name.startsWith("dev.callcost.benchmark.pitfall."))
                .hasSizeGreaterThanOrEqualTo(10)
                .allSatisfy(name -> assertThat(declared)
                        .contains(name.replaceFirst("^dev\\.callcost\\.benchmark\\.pitfall\\.", "")));
    }

    private static Stream<Pitfall.Value> sides() {
        return Pitfall.ALL.stream().flatMap(pitfall -> Stream.of(pitfall.larger(), pitfall.smaller()));
    }

    private static List<String> values(BenchmarkListEntry entry, String param) {
        String[] declared = entry.getParams().orElse(Map.of()).get(param);
        assertThat(declared).as("param %s of %s", param, entry.getUsername()).isNotNull();
        return Stream.concat(
                        Stream.of(declared), RowSelection.enumConstants(entry).getOrDefault(param, List.of()).stream())
                .toList();
    }
}
