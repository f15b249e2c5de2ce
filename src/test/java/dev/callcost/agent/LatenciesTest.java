package dev.callcost.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.JmhParams;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

class LatenciesTest {
    private static final long[] NONE = {};
    private static final TimeValue LENGTH = TimeValue.seconds(1);
    private static final IterationParams ITERATION = JmhParams.iteration(IterationType.MEASUREMENT, 1, LENGTH);
    private static final BenchmarkParams BENCHMARK = JmhParams.benchmark(Mode.SampleTime, 1, LENGTH);

    private final Latencies profiler = new Latencies();

    @BeforeEach
    void begin() {
        profiler.beforeIteration(BENCHMARK, ITERATION);
    }

    @AfterEach
    void end() {
        profiler.afterIteration(BENCHMARK, ITERATION, new IterationResult(BENCHMARK, ITERATION, null));
    }

    /** The further metrics of an iteration, by name. */
    private Map<String, Result<?>> replaced(IterationResult result, Latencies.LatencyWindow window) {
        Latencies.hand(window);
        Map<String, Result<?>> byName = new HashMap<>();
        for (Result<?> each : profiler.afterIteration(BENCHMARK, ITERATION, result)) {
            byName.put(each.getLabel(), each);
        }
        return byName;
    }

    private static Latencies.LatencyWindow window(long... latencies) {
        return new Latencies.LatencyWindow(latencies, NONE, NONE, Map.of());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void latenciesReplaceTheSamplesOfAllThreads(int threads) {
        IterationResult result = JmhParams.sampled(threads);
        assertThat(replaced(result, window(2000, 258_000)))
                .as("empty samples are no metrics")
                .isEmpty();
        assertThat(result.getRawPrimaryResults().size()).isOne();
        Result<?> primary = result.getPrimaryResult();
        assertThat(primary.getLabel() + " " + primary.getScoreUnit()).isEqualTo("call us/op");
        assertThat(primary.getScore()).isCloseTo(130.024, within(1e-6));
        assertThat(primary.getStatistics().getMax())
                .as("as it was rounded")
                .isCloseTo(Latencies.rounded(258_000) / 1e3, within(1e-6));
        assertThat(primary.getSampleCount()).isEqualTo(2);
    }

    @Test
    void withoutLatenciesJmhsSamplesStay() {
        IterationResult result = JmhParams.sampled(2);
        assertThat(profiler.afterIteration(BENCHMARK, ITERATION, result)).isEmpty();
        assertThat(result.getPrimaryResult().getScore()).isEqualTo(1024);
        assertThat(result.getRawPrimaryResults().size()).isEqualTo(2);
    }

    @Test
    void aWindowWithoutAnswersHasNoSamplesAndAnIterationThatFailedGivesNothing() {
        IterationResult result = JmhParams.sampled(1);
        replaced(result, window());
        assertThat(result.getPrimaryResult().getScore()).isNaN();
        assertThat(result.getPrimaryResult().extendedInfo()).isEmpty();
        IterationResult failed = new IterationResult(BENCHMARK, ITERATION, null);
        assertThat(replaced(failed, new Latencies.LatencyWindow(new long[] {1}, NONE, NONE, Map.of("cpu", 1.0))))
                .isEmpty();
        assertThat(failed.getRawPrimaryResults().isEmpty()).isTrue();
    }

    @Test
    void furtherValuesHaveTheirUnits() {
        Map<String, Double> values = Stream.of(
                        Latencies.CPU_SERVER,
                        Latencies.MADE,
                        Latencies.MET,
                        Latencies.UNSENT,
                        Latencies.FAILED + ".UNAVAILABLE")
                .collect(Collectors.toMap(name -> name, name -> 80.5));
        Map<String, Result<?>> secondary = replaced(
                JmhParams.sampled(1),
                new Latencies.LatencyWindow(new long[] {2000}, new long[] {1000}, new long[] {500, 1500}, values));
        assertThat(secondary.values())
                .extracting(result -> result.getLabel() + " " + result.getScoreUnit())
                .containsExactlyInAnyOrder(
                        "calls.failed.UNAVAILABLE #",
                        "calls.unsent #",
                        "cpu.server us/op",
                        "fromSend us/op",
                        "late us/op",
                        "rate.made ops/s",
                        "rate.met ---");
        assertThat(secondary.get("fromSend").getScore()).isEqualTo(1);
        assertThat(secondary.get("late").getSampleCount()).isEqualTo(2);
        assertThat(secondary.get("cpu.server").getScore()).isEqualTo(80.5);
    }

    @Test
    void theProfilerIsThereDuringIterationsAndOneStateHandsOverInEach() {
        Latencies.require(BENCHMARK);
        Latencies.hand(window(1));
        assertThatThrownBy(() -> Latencies.hand(window(1))).hasMessageContaining("-t 1");
        begin();
        Latencies.hand(window(1));
        end();
        assertThatThrownBy(() -> Latencies.require(BENCHMARK))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("add -prof dev.callcost.agent.Latencies: ");
    }

    @Test
    void valuesAreRoundedToTheNearestWithEightBits() {
        assertThat(LongStream.of(0, 1, 255, 256, 257, 258, 513, 514, 516, 1023, 1_000_000_000_000L)
                        .map(Latencies::rounded))
                .containsExactly(0L, 1L, 255L, 256L, 258L, 258L, 512L, 516L, 516L, 1024L, 1_000_727_379_968L);
        for (long value = 1; value < Long.MAX_VALUE / 3; value += 1 + value / 7) {
            long rounded = Latencies.rounded(value);
            assertThat((double) rounded).isCloseTo(value, within(value / 256.0));
            assertThat(Latencies.rounded(rounded)).isEqualTo(rounded);
        }
    }
}
