package dev.callcost.ladder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TwoGroupsTest {
    private static final int TRIALS = 4000;

    /** How often numbers of a shape are taken for two groups, at a level of 1 %. */
    private static double rate(int count, ToDoubleFunction<Random> shape) {
        Random random = new Random(7);
        int divided = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            double[] numbers = DoubleStream.generate(() -> shape.applyAsDouble(random))
                    .limit(count)
                    .toArray();
            divided += TwoGroups.of(numbers).probability(count) <= 0.01 ? 1 : 0;
        }
        return (double) divided / TRIALS;
    }

    private static ToDoubleFunction<Random> modes(double distance) {
        return random -> random.nextGaussian() + (random.nextInt(3) == 0 ? distance : 0);
    }

    @Test
    void dividesWhereItExplainsMost() {
        TwoGroups groups = TwoGroups.of(11, 1, 2, 10, 0, 12);
        assertThat(groups.limit()).isEqualTo(2);
        assertThat(groups.distance()).isEqualTo(10, within(1e-12));
        // between 6 x 5^2, within 2 + 2
        assertThat(groups.ratio()).isEqualTo(37.5, within(1e-9));
    }

    @Test
    void oneNumberIsNoGroup() {
        assertThat(TwoGroups.of(0, 1, 2, 3, 100).limit()).isEqualTo(2);
        assertThatThrownBy(() -> TwoGroups.of(1, 2, 3)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"6", "10", "20"})
    void numbersOfOneKindAreSeldomTakenForTwo(int count) {
        assertThat(rate(count, Random::nextGaussian)).isLessThanOrEqualTo(0.006);
        assertThat(rate(count, Random::nextDouble)).isLessThanOrEqualTo(0.014);
        assertThat(rate(count, random -> -Math.log1p(-random.nextDouble()))).isLessThanOrEqualTo(0.014);
    }

    @Test
    void twoKindsAreSeen() {
        assertThat(rate(10, modes(8))).isGreaterThan(0.35);
        assertThat(rate(10, modes(12))).isGreaterThan(0.75);
        assertThat(rate(20, modes(8))).isGreaterThan(0.85);
    }
}
