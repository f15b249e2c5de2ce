package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.stat.interval.ClopperPearsonInterval;
import org.apache.commons.math3.stat.interval.ConfidenceInterval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExactIntervalTest {
    private static final double TAIL = 0.005;

    /** Its definition: at either end so many, or more extremely many, have the probability of a tail. */
    @ParameterizedTest
    @CsvSource({"1, 10", "3, 10", "9, 10", "2, 200", "57, 60", "150, 300"})
    void endsAreWhereTheTailsOfTheBinomialAre(int count, int all) {
        ExactInterval interval = new Share(count, all).interval();
        assertThat(1 - atMost(count - 1, all, interval.low())).isCloseTo(TAIL, within(1e-6));
        assertThat(atMost(count, all, interval.high())).isCloseTo(TAIL, within(1e-6));
    }

    private static double atMost(int count, int all, double p) {
        double term = Math.pow(1 - p, all);
        double sum = 0;
        for (int k = 0; k <= count; k++) {
            sum += term;
            term *= p / (1 - p) * (all - k) / (k + 1);
        }
        return sum;
    }

    /** Another implementation, by the F distribution. */
    @ParameterizedTest
    @CsvSource({"1, 7", "4, 40", "39, 40", "5, 1000"})
    void agreesWithCommonsMath(int count, int all) {
        ConfidenceInterval other = new ClopperPearsonInterval().createInterval(all, count, ExactInterval.CONFIDENCE);
        ExactInterval interval = new Share(count, all).interval();
        assertThat(interval.low()).isCloseTo(other.getLowerBound(), within(1e-6));
        assertThat(interval.high()).isCloseTo(other.getUpperBound(), within(1e-6));
    }

    @Test
    void noneAndAllReachTheEnds() {
        assertThat(new Share(0, 20).interval().low()).isZero();
        assertThat(new Share(0, 20).interval().high()).isCloseTo(1 - Math.pow(TAIL, 1 / 20.0), within(1e-8));
        assertThat(new Share(20, 20).interval().high()).isEqualTo(1);
        assertThat(new Share(20, 20).interval().low()).isCloseTo(Math.pow(TAIL, 1 / 20.0), within(1e-8));
    }

    @Test
    void noneOfManyExcludesLessTheFewerTheyAre() {
        assertThat(Math.pow(1 - ExactInterval.aboveNoneOf(460), 460)).isCloseTo(0.01, within(1e-12));
        assertThat(ExactInterval.aboveNoneOf(460)).isBetween(0.0099, 0.01);
        assertThat(ExactInterval.aboveNoneOf(1)).isCloseTo(0.99, within(1e-12));
    }

    /** The beta distribution's own definition, integrated; where its density has a pole at 0, over x^a instead of x. */
    @ParameterizedTest
    @CsvSource({"0.15, 3.5", "0.15, 27.3", "0.9, 12.5"})
    void sizesNeedNotBeWhole(double share, double size) {
        double count = share * size;
        ExactInterval interval = ExactInterval.of(share, size);
        assertThat(beta(count, size - count + 1, interval.low())).isCloseTo(TAIL, within(1e-5));
        assertThat(1 - beta(count + 1, size - count, interval.high())).isCloseTo(TAIL, within(1e-5));
    }

    private static double beta(double a, double b, double x) {
        double power = Math.min(1, a);
        DoubleUnaryOperator density = u -> Math.pow(u, a / power - 1) * Math.pow(1 - Math.pow(u, 1 / power), b - 1);
        return integral(density, Math.pow(x, power)) / integral(density, 1);
    }

    private static double integral(DoubleUnaryOperator function, double end) {
        int steps = 2_000_000;
        double sum = 0;
        for (int step = 0; step < steps; step++) {
            sum += function.applyAsDouble(end * (step + 0.5) / steps);
        }
        return sum * end / steps;
    }
}
