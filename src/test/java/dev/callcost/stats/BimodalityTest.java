package dev.callcost.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BimodalityTest {
    private static final int TRIALS = 4000;

    private static Bimodality of(double... logTimes) {
        return Bimodality.of(logTimes).orElseThrow();
    }

    /** How often forks of a shape are taken for bimodal. */
    private static double rate(int forks, ToDoubleFunction<Random> shape) {
        Random random = new Random(7);
        return DoubleStream.generate(() -> of(DoubleStream.generate(() -> shape.applyAsDouble(random))
                                        .limit(forks)
                                        .toArray())
                                .isSignificant()
                        ? 1
                        : 0)
                .limit(TRIALS)
                .average()
                .orElseThrow();
    }

    private static ToDoubleFunction<Random> modes(double distance) {
        return random -> random.nextGaussian() + (random.nextInt(3) == 0 ? distance : 0);
    }

    @Test
    void dividesWhereItExplainsMost() {
        Bimodality groups = of(11, 1, 2, 10, 0, 12);
        assertThat(groups.limit()).isEqualTo(2);
        assertThat(groups.distance()).isEqualTo(10, within(1e-12));
        // between 6 x 5^2, within 2 + 2
        assertThat(groups.ratio()).isEqualTo(37.5, within(1e-9));
    }

    @Test
    void oneForkIsNoGroupAndFiveForksAreTooFew() {
        assertThat(of(0, 1, 2, 3, 4, 100).limit()).isEqualTo(3);
        assertThat(Bimodality.of(0, 1, 2, 3, 100)).isEmpty();
    }

    @Test
    void groupsWithinTheMarginDoNoHarm() {
        assertThat(of(0, 0, 0, 0, 0.029, 0.029, 0.029, 0.029).isSignificant()).isFalse();
        assertThat(of(0, 0, 0, 0, 0.031, 0.031, 0.031, 0.031).isSignificant()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 10, 20})
    void oneModeIsSeldomTakenForTwo(int forks) {
        assertThat(rate(forks, Random::nextGaussian)).isLessThanOrEqualTo(0.006);
        assertThat(rate(forks, Random::nextDouble)).isLessThanOrEqualTo(0.014);
        assertThat(rate(forks, random -> -Math.log1p(-random.nextDouble()))).isLessThanOrEqualTo(0.014);
    }

    @Test
    void twoModesAreSeen() {
        assertThat(rate(10, modes(8))).isGreaterThan(0.35);
        assertThat(rate(10, modes(12))).isGreaterThan(0.75);
        assertThat(rate(20, modes(8))).isGreaterThan(0.85);
    }
}
