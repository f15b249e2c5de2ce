package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.agent.Latencies;
import dev.callcost.text.CommandException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.BenchmarkList;

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

    @Test
    void aParamWhoseOnlyValueIsEmptyTakesAnyText() {
        String call = "call=stranger.Greeter/SayHello";
        List<PlannedRow> rows = Selection.of(Arguments.parse("TargetBenchmark", "-p", call, "-p", "address=a:1,b:2"));
        assertThat(rows)
                .extracting(PlannedRow::label)
                .containsExactly(
                        "load.TargetBenchmark.unary address=a:1 " + call,
                        "load.TargetBenchmark.unary address=b:2 " + call);
        assertThatThrownBy(() -> Selection.of(Arguments.parse("RmiBenchmark", "-p", "transport=a")))
                .hasMessageContaining("-p transport=a: no benchmark has this value");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1k", "0", "-5", "1000,NaN", "Max"})
    void aRateIsANumberOrMax(String rate) {
        assertThat(Selection.of(Arguments.parse("GrpcRate", "-p", "rate=0.5,1000,max")))
                .hasSize(3);
        Arguments wrong = Arguments.parse("GrpcRate", "-p", "rate=" + rate);
        for (ThrowingCallable selection : List.<ThrowingCallable>of(
                () -> Selection.of(wrong), () -> Selection.of(wrong, BenchmarkList.defaultList()))) {
            assertThatThrownBy(selection)
                    .isInstanceOf(CommandException.class)
                    .hasMessage("-p rate=" + rate.replaceFirst(".*,", "")
                            + ": expected calls a second as a number, such as 1000, or max")
                    .extracting("exitCode")
                    .isEqualTo(64);
        }
    }

    private static List<String> options(String user) {
        Arguments arguments = Arguments.parse(("RmiBenchmark.call " + user).split(" "));
        return Selection.of(arguments).get(0).options(arguments);
    }

    /** What they allocate between iterations is then no user's profiler's. */
    @Test
    void samplesHaveLatenciesOnceAndBeforeTheUsersProfilers() {
        String name = Latencies.class.getName();
        assertThat(options("-bm sample -prof gc"))
                .containsOnlyOnce(name)
                .containsSubsequence("-prof", name, "-prof", "gc");
        assertThat(options("-bm sample -prof " + name)).containsOnlyOnce(name);
        assertThat(options("-bm avgt")).doesNotContain(name);
    }

    private static Optional<ForkWarmUp> warmUp(String commandLine) {
        return Selection.of(Arguments.parse(commandLine.split(" "))).get(0).warmUp();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                                      | 60000,0,record -wi 600 -w 100 ms
            -r 20ms --warm-up-cap 10s | 10000,0,record -wi 100 -w 100 ms
            -r 250ms                  | 60000,0,record -wi 240 -w 250 ms
            -r 10s                    | 60000,0,record -wi 120 -w 500 ms
            """)
    void iterationsAreAboutAsLongAsTheMeasuredOnesAndFillTheCap(String options, String expected) {
        ForkWarmUp warmUp = warmUp("RmiBenchmark.call" + (options == null ? "" : " " + options))
                .orElseThrow();
        assertThat(String.join(" ", warmUp.options(Path.of("record")))).endsWith("UntilWarm:" + expected);
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
        assertThat(warmUp.atLeast(Duration.ofSeconds(12)).least()).isEqualTo(Duration.ofSeconds(12));
        assertThat(warmUp.atLeast(Duration.ofSeconds(40)).least()).isEqualTo(Duration.ofSeconds(30));
    }
}
