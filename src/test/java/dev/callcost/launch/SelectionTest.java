package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.text.CommandException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.BenchmarkListEntry;

class SelectionTest {
    private static final List<BenchmarkListEntry> SUITE = List.of(
            entry("wireFormat", "PROTOBUF"),
            entry("wireFormat", "PROTOBUF", "BINARY_WIRE"),
            entry("payload", "0", "1024"));

    private static BenchmarkListEntry entry(String name, String... values) {
        return Entries.entry(Map.of(name, values));
    }

    private static void check(String name, String... values) {
        Selection.checkParams(Map.of(name, List.of(values)), SUITE, false);
    }

    @ParameterizedTest
    @CsvSource({"wireFormat, BINARY_WIRE, PROTOBUF", "payload, 7, -1"})
    void whatAnyBenchmarkDeclaresPassesAndAnyIntegerAmongIntegers(String name, String value, String other) {
        assertThatCode(() -> check(name, value, other)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            payload    | 7k        | -p payload=7k: no benchmark has this value; there are 0, 1024
            wireFormat | 7         | -p wireFormat=7: no benchmark has this value; there are BINARY_WIRE, PROTOBUF
            wireformat | PROTOBUF  | -p wireformat: no benchmark has this parameter; there are payload, wireFormat
            """)
    void aSlipListsWhatExists(String name, String value, String message) {
        assertThatThrownBy(() -> check(name, value))
                .isInstanceOf(CommandException.class)
                .hasMessage(message);
    }

    @Test
    void withoutARegexTheTiersRunWithoutRowsThatAnswerRareQuestions() {
        List<String> tiers =
                Selection.of(Arguments.parse()).stream().map(PlannedRow::label).toList();
        List<String> rare = Selection.of(Arguments.parse(Selection.RARE)).stream()
                .map(PlannedRow::label)
                .toList();

        assertThat(tiers)
                .hasSizeBetween(60, 80)
                .contains("local.LocalCallBenchmark.staticCall", "inline.InlineCallBenchmark.trivial")
                .doesNotContainAnyElementsOf(rare);
        assertThat(rare).hasSize(72 + 18).allMatch(label -> label.startsWith("local."));
    }

    private static Optional<ForkWarmUp> warmUp(String commandLine) {
        return Selection.of(Arguments.parse(commandLine.split(" "))).get(0).warmUp();
    }

    @Test
    void iterationsAreAboutAsLongAsTheMeasuredOnesAndFillTheCap() {
        ForkWarmUp usual = warmUp("RmiBenchmark.call").orElseThrow();
        assertThat(usual).isEqualTo(new ForkWarmUp(Duration.ofMillis(100), Duration.ofMinutes(1), Duration.ZERO));
        assertThat(usual.iterations()).isEqualTo(600);
        assertThat(usual.time()).hasToString("100 ms");
        ForkWarmUp shorter =
                warmUp("RmiBenchmark.call -r 20ms --warm-up-cap 10s").orElseThrow();
        assertThat(shorter.iterations()).isEqualTo(100);
        assertThat(shorter.time()).hasToString("100 ms");
        assertThat(warmUp("RmiBenchmark.call -r 250ms").orElseThrow().time()).hasToString("250 ms");
        assertThat(warmUp("RmiBenchmark.call -r 10s").orElseThrow().time()).hasToString("500 ms");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RmiBenchmark.call -wi 5",
                "RmiBenchmark.call -w 1s",
                "RmiBenchmark.call -bm ss",
                "RmiBenchmark.call -prof jfr",
                "EchoBurstBenchmark",
                "ColdClientBenchmark"
            })
    void itIsFixedWhereTheUserTheBenchmarkOrAProfilerSaysSo(String commandLine) {
        assertThat(warmUp(commandLine)).isEmpty();
        assertThat(warmUp("RmiBenchmark.call -prof gc"))
                .as("a profiler in the fork")
                .isPresent();
    }

    @Test
    void theLeastIsNoMoreThanTheCap() {
        ForkWarmUp warmUp = new ForkWarmUp(Duration.ofMillis(100), Duration.ofSeconds(30), Duration.ZERO);
        assertThat(warmUp.atLeast(Duration.ofSeconds(12)).profilerOptions(Path.of("/record")))
                .isEqualTo("30000,12000,/record");
        assertThat(warmUp.atLeast(Duration.ofSeconds(40)).least()).isEqualTo(Duration.ofSeconds(30));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0s", "-1s", "soon", "5parsecs"})
    void aCapThatIsNoDurationIsRefused(String cap) {
        assertThatThrownBy(() -> warmUp("RmiBenchmark.call --warm-up-cap=" + cap))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("--warm-up-cap: '" + cap + "' is no duration");
    }
}
