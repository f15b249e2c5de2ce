package dev.callcost.fork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.PairedRule;
import dev.callcost.run.ladder.Rung;
import dev.callcost.run.pitfall.Pitfall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The presets in jmh-profiles select benchmarks that exist, and their README knows each. */
class PresetsTest {
    private static final Path FOLDER = Path.of("jmh-profiles");

    /** On a slow machine of two CPUs, where compare's process for a fork and the fork itself take as long to start. */
    private static final Duration START_AND_END_OF_A_FORK = Duration.ofSeconds(3);

    @TestFactory
    Stream<DynamicTest> selectsRows() throws IOException {
        return presets().stream()
                .map(preset -> DynamicTest.dynamicTest(
                        preset, () -> assertThat(select(preset)).isNotEmpty()));
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
        assertThat(Path.of("src/test/resources/dev/callcost/fork/presets.txt")).hasContent(words.toString());
    }

    @Test
    void theReadmeTellsOfEach() throws IOException {
        String readme = Files.readString(FOLDER.resolve("README.md"));
        assertThat(presets())
                .isNotEmpty()
                .allSatisfy(preset -> assertThat(readme).contains("`" + preset + "`"));
    }

    @Test
    void smokeAndLadderSelectTheSameRows() {
        assertThat(labels(select("smoke.args"))).isEqualTo(labels(select("ladder.args")));
    }

    @Test
    void theLadderPresetHasFiveForksOfEachRow() {
        assertThat(select("ladder.args")).allMatch(row -> row.rounds() >= 5);
    }

    @Test
    void quickAndLadderHoldEveryRung() {
        List<Rung> rungs = Rung.ALL.stream()
                .filter(rung -> !rung.params().containsValue("ONE_CPU")) // the same cells again
                .toList();
        for (String preset : List.of("quick.args", "ladder.args")) {
            assertThat(rungs)
                    .as(preset)
                    .isNotEmpty()
                    .allSatisfy(rung -> assertThat(select(preset))
                            .filteredOn(row -> row.name().endsWith("." + rung.benchmark())
                                    && row.params()
                                            .entrySet()
                                            .containsAll(rung.params().entrySet()))
                            .hasSize(1));
        }
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
        assertThat(Arguments.parse("@" + FOLDER.resolve("ci.args")).forkTokens())
                .as("B/op")
                .containsSubsequence("-prof", "gc");
    }

    @Test
    void inThirteenMinutesEachRowOfCiHasItsBurnInAndTenPairs() {
        Duration ofTwoForks = select("ci.args").stream()
                .map(row -> Duration.ofNanos(row.iterationNanos()).plus(START_AND_END_OF_A_FORK))
                .reduce(Duration.ZERO, Duration::plus)
                .multipliedBy(2);
        assertThat(PairedRule.LOOKS).contains(10);
        assertThat(ofTwoForks.multipliedBy(1 + 10)).isLessThanOrEqualTo(Duration.ofMinutes(13));
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
        Arguments arguments = Arguments.parse("@" + FOLDER.resolve(preset));
        return Selection.of(arguments, OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT));
    }

    private static List<String> labels(List<PlannedRow> rows) {
        return rows.stream().map(PlannedRow::label).toList();
    }
}
