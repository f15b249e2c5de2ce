package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTest {
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
}
