package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.util.SampleBuffer;
import org.openjdk.jmh.util.Statistics;

class HistogramTest {
    private static Histogram of(double... pairs) {
        return Histogram.of(
                IntStream.range(0, pairs.length / 2)
                        .mapToDouble(i -> pairs[2 * i])
                        .toArray(),
                IntStream.range(0, pairs.length / 2)
                        .mapToDouble(i -> pairs[2 * i + 1])
                        .toArray());
    }

    /** JMH's own percentiles of the same samples, down to few of them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10, 99, 5000})
    void itsQuantilesAreThoseOfJmh(int samples) {
        Random random = new Random(samples);
        SampleBuffer buffer = new SampleBuffer();
        for (int i = 0; i < samples; i++) {
            buffer.add((long) Math.exp(7 + random.nextGaussian()));
        }
        Statistics expected = buffer.getStatistics(1.0 / TimeUnit.MICROSECONDS.toNanos(1));
        DoubleStream.Builder pairs = DoubleStream.builder();
        expected.getRawData()
                .forEachRemaining(value -> pairs.add(value.getKey()).add(value.getValue()));
        Histogram histogram = of(pairs.build().toArray());
        assertThat(histogram.samples()).isEqualTo(samples);
        for (double q : new double[] {0, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999, 1}) {
            assertThat(histogram.quantile(q)).as("p" + 100 * q).isEqualTo(expected.getPercentile(100 * q));
        }
    }

    @Test
    void samplesOfSeveralIterationsAddUp() {
        Histogram pooled = Histogram.pooled(List.of(of(1, 3, 5, 1), of(2, 2, 1, 4), of()));
        assertThat(pooled).isEqualTo(of(5, 1, 1, 7, 2, 2));
        assertThat(pooled.size()).isEqualTo(3);
        assertThat(pooled.value(1)).isEqualTo(2);
        assertThat(pooled.count(0)).isEqualTo(7);
        assertThat(pooled.upTo(1)).isEqualTo(9);
        assertThat(of().samples()).isZero();
    }
}
