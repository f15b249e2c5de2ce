package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.evidence.PairRule;
import dev.callcost.data.RowKey;
import dev.callcost.ladder.Cell;
import dev.callcost.ladder.Rung;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The presets in jmh-profiles select benchmarks that exist, and their README knows each. */
class PresetsTest {
    private static final Path FOLDER = Path.of("jmh-profiles");

    /** On a slow machine of two CPUs, where compare's process for a fork and the fork itself take as long to start. */
    private static final Duration START_AND_END_OF_A_FORK = Duration.ofSeconds(3);

    @TestFactory
    Stream<DynamicTest> selectsRowsHasASensibleBudgetAndStandsInTheReadme() throws IOException {
        String readme = Files.readString(FOLDER.resolve("README.md"));
        return presets().stream()
                .map(preset -> DynamicTest.dynamicTest(preset, () -> {
                    assertThat(select(preset)).isNotEmpty();
                    assertThat(arguments(preset).budget().orElse(Duration.ofDays(1)))
                            .isGreaterThan(Duration.ofMinutes(1));
                    assertThat(readme).contains("`" + preset + "`");
                }));
    }

    @Test
    void eachRungIsMeasuredOnceAndInAFewMinutesSomeOfThem() {
        assertThat(labels(select("smoke.args"))).isEqualTo(labels(select("ladder.args")));
        Set<Cell> rungs = Stream.of(Rung.values()).map(PresetsTest::cell).collect(Collectors.toSet());
        assertThat(rungs).hasSameSizeAs(Rung.values());
        assertThat(cells("ladder.args")).doesNotHaveDuplicates().containsAll(rungs);
        assertThat(cells("rungs.args"))
                .doesNotHaveDuplicates()
                .containsAll(rungs)
                .isSubsetOf(cells("ladder.args"));
        assertThat(cells("quick.args"))
                .doesNotHaveDuplicates()
                .isSubsetOf(rungs)
                .contains(cell(Rung.INLINE), cell(Rung.BASE_CELL));
    }

    private static Cell cell(Rung rung) {
        return Cell.of(new RowKey("a." + rung.benchmark(), "avgt", rung.params()));
    }

    private static List<Cell> cells(String preset) {
        List<PlannedRow> rows = new ArrayList<>(select(preset));
        rows.removeAll(Cell.measuredElsewhere(rows, PlannedRow::key).keySet());
        return rows.stream().map(row -> Cell.of(row.key())).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ladder | GrpcTransportBenchmark.unary     | transport  |
            ladder | GrpcSecurityBenchmark.unary      | security   | transport=EPOLL
            ladder | GrpcStubBenchmark.call           | stub       |
            ladder | GrpcDirectBenchmark.unary        | transport  |
            ladder | HandOffBenchmark.call            | handOff    | pinning=ONE_CPU
            ladder | PingPongBenchmark.call           | path       | pinning=ONE_CPU
            ladder | GrpcServerExecutorBenchmark.unary | executor  |
            ladder | GrpcClientExecutorBenchmark.unary | executor  |
            ladder | GrpcPinningBenchmark.unary       | pinning    |
            ladder | RmiPinningBenchmark.call         | pinning    |
            ladder | MarshallerBenchmark.encode       | wireFormat | message=CALL
            ladder formats | MarshallerBenchmark.encode | message | wireFormat=GSON
            """)
    void everyConstantOfAnAxisIsMeasured(String presets, String benchmark, String param, String other) {
        List<PlannedRow> rows = Stream.of(presets.split(" "))
                .flatMap(preset -> select(preset + ".args").stream())
                .toList();
        List<String> constants = rows.stream()
                .filter(row -> row.name().endsWith("." + benchmark))
                .findFirst()
                .map(row -> Entries.enumConstants(row.benchmark()).get(param))
                .orElseThrow();
        assertThat(constants).hasSizeGreaterThan(1).allSatisfy(constant -> {
            Map<String, String> params = new TreeMap<>(Map.of(param, constant));
            if (other != null) {
                params.put(other.split("=")[0], other.split("=")[1]);
            }
            assertThat(rows)
                    .extracting(row -> Cell.of(row.key()))
                    .contains(Cell.of(new RowKey("a." + benchmark, "avgt", params)));
        });
    }

    @Test
    void ciHoldsTheRowsWorthGatingForTwentyMinutes() {
        assertThat(labels(select("ci.args")))
                .containsExactlyInAnyOrder(
                        "MarshallerBenchmark.decode message=CALL wireFormat=PROTOBUF",
                        "MarshallerBenchmark.encode message=CALL wireFormat=PROTOBUF",
                        "GrpcTransportBenchmark.unary transport=IN_PROCESS",
                        "GrpcTransportBenchmark.unary transport=NIO",
                        "RmiBenchmark.call");
        assertThat(arguments("ci.args").forkTokens()).as("B/op").containsSubsequence("-prof", "gc");
        Duration ofTwoForks = select("ci.args").stream()
                .map(row -> Duration.ofNanos(row.iterationNanos()).plus(START_AND_END_OF_A_FORK))
                .reduce(Duration.ZERO, Duration::plus)
                .multipliedBy(2);
        assertThat(PairRule.ANALYSES).contains(10);
        assertThat(ofTwoForks.multipliedBy(1 + 10))
                .as("each row has its first pair and ten deciding ones")
                .isLessThanOrEqualTo(Duration.ofMinutes(20));
    }

    private static List<String> presets() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".args"))
                    .sorted()
                    .toList();
        }
    }

    private static List<PlannedRow> select(String preset) {
        return RowSelection.of(arguments(preset));
    }

    private static RunArguments arguments(String preset) {
        return RunArguments.parse("@" + FOLDER.resolve(preset));
    }

    private static List<String> labels(List<PlannedRow> rows) {
        return rows.stream().map(row -> row.key().label()).toList();
    }
}
