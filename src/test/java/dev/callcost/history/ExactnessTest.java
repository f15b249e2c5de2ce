package dev.callcost.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.data.Metric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is computed by a short cut, against the long way. */
class ExactnessTest {
    private final Random random = new Random(7);

    @Test
    void noOtherCutsCostLess() {
        for (int trial = 0; trial < 50; trial++) {
            double[] values =
                    DoubleStream.generate(random::nextGaussian).limit(11).toArray();
            int step = random.nextInt(12);
            IntStream.range(step, 11).forEach(n -> values[n] += 3);
            double noise = 0.5;
            double best = IntStream.range(0, 1 << 10)
                    .mapToObj(mask -> IntStream.rangeClosed(1, 10)
                            .filter(cut -> (mask >> (cut - 1) & 1) == 1)
                            .boxed()
                            .toList())
                    .mapToDouble(cuts -> cost(values, cuts, noise))
                    .min()
                    .orElseThrow();
            assertThat(cost(values, Cuts.of(values, noise), noise)).isCloseTo(best, within(1e-9));
        }
    }

    private static double cost(double[] values, List<Integer> cuts, double noise) {
        List<Integer> ends = new ArrayList<>(cuts);
        ends.add(values.length);
        double cost = 2 * Math.log(values.length) * noise * cuts.size();
        int from = 0;
        for (int end : ends) {
            if (end - from < Cuts.SHORTEST) {
                return Double.POSITIVE_INFINITY;
            }
            double[] stretch = Arrays.copyOfRange(values, from, end);
            double median = Metric.median(stretch);
            cost += Arrays.stream(stretch).map(it -> Math.abs(it - median)).sum();
            from = end;
        }
        return cost;
    }

    @Test
    void anIntervalOfAShiftMissesItAsOftenAsItsLevel() {
        int missed = 0;
        int trials = 4000;
        for (int trial = 0; trial < trials; trial++) {
            double[] from = DoubleStream.generate(random::nextGaussian).limit(8).toArray();
            double[] to = DoubleStream.generate(() -> 2 + random.nextGaussian())
                    .limit(9)
                    .toArray();
            double[] ends = RankSum.shift(from, to, 0.1);
            missed += ends[0] > 2 || ends[1] < 2 ? 1 : 0;
        }
        assertThat((double) missed / trials).isBetween(0.07, 0.1);
    }

    @Test
    void fewValuesHaveNoInterval() {
        assertThat(RankSum.shift(new double[] {1, 2, 3}, new double[] {4, 5, 6}, 0.01))
                .containsOnly(Double.NaN);
    }

    @Test
    void tiesAreHalves() {
        assertThat(RankSum.p(new double[] {1, 1, 1}, new double[] {1, 1, 1})).isEqualTo(1);
        // 15.5 of 16 pairs are in order, so the p of 15: 2 (1 + 1) / 70
        assertThat(RankSum.p(new double[] {1, 2, 3, 4}, new double[] {4, 5, 6, 7}))
                .isCloseTo(4.0 / 70, within(1e-12));
    }

    @Test
    void manyValuesAreCountedToo() {
        double[] low = IntStream.range(0, 75).asDoubleStream().toArray();
        double[] high = IntStream.range(0, 75).mapToDouble(n -> n + 0.5).toArray();
        assertThat(RankSum.p(low, high)).isBetween(0.8, 1.0);
        double[] ends = RankSum.shift(low, high, 0.01);
        assertThat(ends[0]).isBetween(-10.0, -6.0);
        assertThat(ends[1]).isBetween(7.0, 11.0);
    }
}
