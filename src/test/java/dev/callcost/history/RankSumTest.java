package dev.callcost.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.history.CutTest.RankSum;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Besides the figures of {@link VectorsTest}. */
class RankSumTest {
    @Test
    void anIntervalOfAShiftMissesItAsOftenAsItsLevel() {
        Random random = new Random(7);
        int trials = 4000;
        long missed = IntStream.range(0, trials)
                .filter(trial -> {
                    double[] from = random.doubles(8, -1, 1).toArray();
                    double[] to = random.doubles(9, 1, 3).toArray();
                    double[] ends = RankSum.shift(from, to, 0.1);
                    return ends[0] > 2 || ends[1] < 2;
                })
                .count();
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
        double[] high = DoubleStream.of(low).map(value -> value + 0.5).toArray();
        assertThat(RankSum.p(low, high)).isBetween(0.8, 1.0);
        double[] ends = RankSum.shift(low, high, 0.01);
        assertThat(ends[0]).isBetween(-10.0, -6.0);
        assertThat(ends[1]).isBetween(7.0, 11.0);
    }
}
