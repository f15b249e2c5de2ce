package dev.callcost.ladder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.stats.Uncontended;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Thresholds that come from committed results are what those say. */
public class ThresholdsTest {
    /** The 450 scores of a loop that only computes, on a machine that was half as slow again for some of them. */
    public static List<Double> noise() {
        return ResultsFile.read(Path.of("results/noise"))
                .rows()
                .get(0)
                .primary()
                .forks()
                .get(0);
    }

    @Test
    void whatIsUsualComesFromTheCommittedNoise() {
        List<Double> noise = noise();
        double[] tens = IntStream.range(0, noise.size() / 10)
                .mapToDouble(ten -> Metric.median(noise.subList(10 * ten, 10 * ten + 10).stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray()))
                .toArray();
        double median = Metric.median(tens);
        List<List<Double>> quiet =
                Arrays.stream(tens, 22, 45).mapToObj(List::of).toList();
        assertThat(new Metric("ns/op", quiet).coefficientOfVariation())
                .isEqualTo(Warnings.USUAL_VARIATION, within(0.001));
        assertThat(Arrays.stream(tens, 22, 45).max().orElseThrow() / median).isLessThan(1.22);
    }

    @Test
    void whatReadingTheClockCostsComesFromTheCommittedRow() {
        ResultsFile clock = ResultsFile.read(Path.of("results/noise/clock.json.gz"));
        double nanos = Uncontended.of(clock.rows()).rows().stream()
                .filter(row -> row.simpleName().equals("BaselineBenchmark.nanoTime"))
                .findFirst()
                .flatMap(row -> row.nanosPerOperation(row.primary().estimate()))
                .orElseThrow()
                .value();
        assertThat(nanos).isBetween(0.9 * Warnings.CLOCK_NANOS, Warnings.CLOCK_NANOS);
    }
}
