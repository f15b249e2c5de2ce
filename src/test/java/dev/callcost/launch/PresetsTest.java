package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.PairedRule;
import dev.callcost.data.RowKey;
import dev.callcost.ladder.Cell;
import dev.callcost.ladder.Pitfall;
import dev.callcost.ladder.Rung;
import dev.callcost.state.MessageContent;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Security;
import dev.callcost.transport.ServerHost;
import dev.callcost.transport.Stub;
import dev.callcost.transport.Transport;
import dev.callcost.transport.part.BytePath;
import dev.callcost.transport.part.HandOff;
import dev.callcost.wireformat.WireFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

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

    /** A preset is what a published number was measured with: its words change only by intent. */
    @Test
    void eachHoldsTheWordsItIsMeantTo() throws IOException {
        StringBuilder words = new StringBuilder();
        for (String preset : presets()) {
            words.append('@').append(preset).append('\n');
            PresetFile.read(FOLDER.resolve(preset).toString())
                    .forEach(word -> words.append(word).append('\n'));
        }
        assertThat(Path.of("src/test/resources/dev/callcost/launch/presets.txt"))
                .hasContent(words.toString());
    }

    @Test
    void smokeAndLadderSelectTheSameRows() {
        assertThat(labels(select("smoke.args"))).isEqualTo(labels(select("ladder.args")));
    }

    @Test
    void eachRungIsMeasuredOnceAndInAFewMinutesSomeOfThem() {
        Set<Cell> rungs = Rung.ALL.stream().map(PresetsTest::cell).collect(Collectors.toSet());
        assertThat(rungs).hasSameSizeAs(Rung.ALL);
        assertThat(cells("ladder.args")).doesNotHaveDuplicates().containsAll(rungs);
        assertThat(cells("rungs.args"))
                .doesNotHaveDuplicates()
                .containsAll(rungs)
                .isSubsetOf(cells("ladder.args"));
        assertThat(cells("quick.args"))
                .doesNotHaveDuplicates()
                .isSubsetOf(rungs)
                .containsAll(Rung.ALL.stream()
                        .filter(rung -> Set.of(Rung.INLINE, Rung.BASE_CELL).contains(rung.name()))
                        .map(PresetsTest::cell)
                        .toList());
    }

    private static Cell cell(Rung rung) {
        return Cell.of(new RowKey("a." + rung.benchmark(), "avgt", rung.params()));
    }

    private static List<Cell> cells(String preset) {
        List<PlannedRow> rows = new ArrayList<>(select(preset));
        rows.removeAll(Cell.measuredElsewhere(rows, PlannedRow::key).keySet());
        return rows.stream().map(row -> Cell.of(row.key())).toList();
    }

    @Test
    void theLadderHoldsEveryConstantOfEveryAxis() {
        List<Cell> cells =
                select("ladder.args").stream().map(row -> Cell.of(row.key())).toList();
        assertHolds(cells, "GrpcWireFormatBenchmark.unary", "wireFormat", WireFormat.values());
        assertHolds(cells, "GrpcTransportBenchmark.unary", "transport", Transport.values());
        assertHolds(cells, "GrpcSecurityBenchmark.unary", "security", Security.values(), Map.of("transport", "EPOLL"));
        assertHolds(cells, "GrpcStubBenchmark.call", "stub", Stub.values());
        assertHolds(cells, "GrpcDirectBenchmark.unary", "transport", Transport.values());
        assertHolds(cells, "HandOffBenchmark.call", "handOff", HandOff.values(), Map.of("pinning", "ONE_CPU"));
        assertHolds(cells, "PingPongBenchmark.call", "path", BytePath.values(), Map.of("pinning", "ONE_CPU"));
        assertHolds(cells, "GrpcServerExecutorBenchmark.unary", "executor", CallExecutor.values());
        assertHolds(cells, "GrpcClientExecutorBenchmark.unary", "executor", CallExecutor.values());
        assertHolds(cells, "GrpcPinningBenchmark.unary", "pinning", Pinning.values());
        assertHolds(cells, "GrpcServerHostBenchmark.unary", "server", ServerHost.values());
        assertHolds(cells, "RmiPinningBenchmark.call", "pinning", Pinning.values());
        assertHolds(cells, "MarshallerBenchmark.encode", "wireFormat", WireFormat.values(), Map.of("message", "CALL"));
    }

    @Test
    void theLadderAndFormatsHoldEveryMessage() {
        List<Cell> cells = Stream.of("ladder.args", "formats.args")
                .flatMap(preset -> cells(preset).stream())
                .toList();
        assertHolds(
                cells,
                "MarshallerBenchmark.encodeAgain",
                "message",
                MessageContent.values(),
                Map.of("wireFormat", "GSON"));
    }

    private static void assertHolds(List<Cell> cells, String benchmark, String param, Enum<?>[] constants) {
        assertHolds(cells, benchmark, param, constants, Map.of());
    }

    private static void assertHolds(
            List<Cell> cells, String benchmark, String param, Enum<?>[] constants, Map<String, String> others) {
        assertThat(cells)
                .contains(Arrays.stream(constants)
                        .map(constant -> {
                            Map<String, String> params = new TreeMap<>(others);
                            params.put(param, constant.name());
                            return Cell.of(new RowKey("a." + benchmark, "avgt", params));
                        })
                        .toArray(Cell[]::new));
    }

    @Test
    void ciHoldsTheRowsWorthGating() {
        assertThat(labels(select("ci.args")))
                .containsExactlyInAnyOrder(
                        "local.MarshallerBenchmark.decode message=CALL wireFormat=PROTOBUF",
                        "local.MarshallerBenchmark.encode message=CALL wireFormat=PROTOBUF",
                        "loopback.GrpcTransportBenchmark.unary transport=IN_PROCESS",
                        "loopback.GrpcTransportBenchmark.unary transport=NIO",
                        "loopback.rmi.RmiBenchmark.call");
        assertThat(arguments("ci.args").forkTokens()).as("B/op").containsSubsequence("-prof", "gc");
    }

    @Test
    void inTwentyMinutesEachRowOfCiHasItsBurnInAndTenPairs() {
        Duration ofTwoForks = select("ci.args").stream()
                .map(row -> Duration.ofNanos(row.iterationNanos()).plus(START_AND_END_OF_A_FORK))
                .reduce(Duration.ZERO, Duration::plus)
                .multipliedBy(2);
        assertThat(PairedRule.LOOKS).contains(10);
        assertThat(ofTwoForks.multipliedBy(1 + 10)).isLessThanOrEqualTo(Duration.ofMinutes(20));
    }

    @Test
    void pitfallsHoldsBothSidesOfEach() {
        List<PlannedRow> rows = select("pitfalls.args");
        assertThat(Pitfall.ALL.stream().flatMap(pitfall -> Stream.of(pitfall.larger(), pitfall.smaller())))
                .isNotEmpty()
                .allSatisfy(side -> assertThat(rows)
                        .filteredOn(row -> row.name().endsWith("." + side.benchmark())
                                && row.params()
                                        .entrySet()
                                        .containsAll(side.params().entrySet()))
                        .hasSize(1));
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
        return Selection.of(arguments(preset));
    }

    private static Arguments arguments(String preset) {
        return Arguments.parse("@" + FOLDER.resolve(preset));
    }

    private static List<String> labels(List<PlannedRow> rows) {
        return rows.stream().map(PlannedRow::label).toList();
    }
}
