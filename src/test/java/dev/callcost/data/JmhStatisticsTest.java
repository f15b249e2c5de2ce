package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.util.ListStatistics;
import org.openjdk.jmh.util.SampleBuffer;
import org.openjdk.jmh.util.Statistics;

/** Samples and values of forks against JMH's own statistics. */
class JmhStatisticsTest {
    private static Histogram histogram(double... pairs) {
        int[] places = IntStream.range(0, pairs.length / 2).map(i -> 2 * i).toArray();
        return Histogram.of(
                IntStream.of(places).mapToDouble(i -> pairs[i]).toArray(),
                IntStream.of(places).mapToDouble(i -> pairs[i + 1]).toArray());
    }

    /** JMH's own percentiles of the same samples, down to few of them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10, 99, 5000})
    void quantilesOfSamplesAreThoseOfJmh(int samples) {
        Random random = new Random(samples);
        SampleBuffer buffer = new SampleBuffer();
        for (int i = 0; i < samples; i++) {
            buffer.add((long) Math.exp(7 + random.nextGaussian()));
        }
        Statistics expected = buffer.getStatistics(1.0 / TimeUnit.MICROSECONDS.toNanos(1));
        DoubleStream.Builder pairs = DoubleStream.builder();
        expected.getRawData()
                .forEachRemaining(value -> pairs.add(value.getKey()).add(value.getValue()));
        Histogram histogram = histogram(pairs.build().toArray());
        assertThat(histogram.samples()).isEqualTo(samples);
        for (double q : new double[] {0, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999, 1}) {
            assertThat(histogram.quantile(q)).as("p" + 100 * q).isEqualTo(expected.getPercentile(100 * q));
        }
    }

    @Test
    void samplesOfSeveralIterationsAddUp() {
        Histogram pooled = Histogram.pooled(List.of(histogram(1, 3, 5, 1), histogram(2, 2, 1, 4), histogram()));
        assertThat(pooled).isEqualTo(histogram(5, 1, 1, 7, 2, 2));
        assertThat(pooled.size()).isEqualTo(3);
        assertThat(pooled.value(1)).isEqualTo(2);
        assertThat(pooled.count(0)).isEqualTo(7);
        assertThat(pooled.samples()).isEqualTo(10);
        assertThat(histogram().samples()).isZero();
    }

    private static ListStatistics statistics(List<List<Double>> forks) {
        return new ListStatistics(
                forks.stream().mapToDouble(fork -> fork.get(0)).toArray());
    }

    /** From what JMH writes of so many forks come values of which JMH writes the same. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 10})
    void spreadForksHaveTheMeanAndTheErrorOfTheFile(int forks) {
        ListStatistics truth = new ListStatistics(
                IntStream.range(0, forks).mapToDouble(n -> 100 + n * n).toArray());
        ListStatistics spread = statistics(SpreadForks.of(
                forks,
                Map.of(
                        "score", truth.getMean(),
                        "scoreError", truth.getMeanErrorAt(0.999),
                        "0.0", truth.getMin(),
                        "100.0", truth.getMax())));
        assertThat(spread.getN()).isEqualTo(forks);
        assertThat(spread.getMean()).isCloseTo(truth.getMean(), within(1e-9));
        if (forks > 1) {
            assertThat(spread.getStandardDeviation()).isCloseTo(truth.getStandardDeviation(), within(1e-9));
        }
    }

    @Test
    void whatIsNotKnownIsNotMadeUp() {
        assertThat(SpreadForks.of(3, Map.of("score", 1.0, "0.0", 0.5, "100.0", 2.0)))
                .containsExactly(List.of(), List.of(), List.of());
        assertThat(SpreadForks.of(1, Map.of("score", Double.NaN))).containsExactly(List.of());
        assertThat(SpreadForks.of(0, Map.of())).isEmpty();
    }
}
