package dev.callcost.agent;

import static dev.callcost.agent.Warmth.Condition.CLASSES;
import static dev.callcost.agent.Warmth.Condition.COMPILATION;
import static dev.callcost.agent.Warmth.Condition.SCORES;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarmthTest {
    private static final long TENTH = 100_000_000;

    private static Warmth.WarmthSample quiet(double score) {
        return new Warmth.WarmthSample(TENTH, score, 0, 0);
    }

    private static Warmth.WarmthSample compiling(long millis) {
        return new Warmth.WarmthSample(TENTH, 50, millis, 0);
    }

    /** After how many iterations a fork is warm, at the most 300. */
    private static int warmAfter(IntFunction<Warmth.WarmthSample> iterations) {
        Warmth warmth = Warmth.ofWarmUp();
        while (!warmth.isWarm() && warmth.iterations() < 300) {
            warmth.add(iterations.apply(warmth.iterations()));
        }
        return warmth.iterations();
    }

    private static Warmth added(Warmth warmth, int count, IntFunction<Warmth.WarmthSample> iterations) {
        IntStream.range(0, count).mapToObj(iterations).forEach(warmth::add);
        return warmth;
    }

    @ParameterizedTest
    @CsvSource({"2000, 6", "500, 6", "100, 20", "20, 100"})
    void aForkThatOnlyRunsIsWarmAfterTwoSecondsAndSixIterations(long millis, int iterations) {
        assertThat(Warmth.ofWarmUp().isWarm()).isFalse();
        assertThat(warmAfter(n -> new Warmth.WarmthSample(millis * 1_000_000, 50, 0, 0)))
                .isEqualTo(iterations);
    }

    @Test
    void compilationForMoreThanOnePercentOfTheWindowAndALoadedClassMakeItGoOnUntilTheyAreOver() {
        assertThat(warmAfter(n -> compiling(n == 10 ? 20 : 0)))
                .as("20 ms in 2 s are allowed")
                .isEqualTo(20);
        assertThat(warmAfter(n -> compiling(n == 15 ? 21 : 0))).isEqualTo(36);
        assertThat(warmAfter(n -> compiling(2))).isEqualTo(300);
        assertThat(warmAfter(n -> new Warmth.WarmthSample(TENTH, 50, 0, n == 10 ? 1 : 0)))
                .isEqualTo(31);
    }

    @Test
    void scoresThatMoveByMoreThanOnePercentASecondKeepItGoing() {
        assertThat(warmAfter(n -> quiet(100 * Math.exp(-0.0012 * Math.min(n, 100)))))
                .as("1.2 % a second for ten seconds")
                .isBetween(102, 112);
        assertThat(warmAfter(n -> quiet(100 * Math.exp(-0.0008 * n))))
                .as("0.8 % a second")
                .isEqualTo(20);
        assertThat(warmAfter(n -> quiet(n < 15 ? 100 : 90))).isBetween(25, 36);
        double[] noise = {1, 1.2, 0.9, 1.1, 0.8, 1.15, 0.95, 1.05, 0.85, 1};
        assertThat(warmAfter(n -> quiet(noise[n % 10] * (n < 10 ? 100 : 98))))
                .as("a difference within the noise")
                .isEqualTo(20);
        assertThat(warmAfter(n -> quiet(Double.NaN))).isEqualTo(300);
        assertThat(warmAfter(n -> quiet(0))).isEqualTo(300);
        assertThat(warmAfter(n -> quiet(n < 10 ? 0 : 50)))
                .as("fewer than half of them do not move a median")
                .isEqualTo(26);
    }

    @Test
    void itTellsUntilWhenEachConditionWasNotMet() {
        Warmth warmth = added(
                Warmth.ofWarmUp(),
                60,
                n -> new Warmth.WarmthSample(TENTH, n < 5 ? 100 : 50, n == 9 ? 50 : 0, n == 3 ? 7 : 0));
        assertThat(warmth.isWarm()).isTrue();
        assertThat(warmth.nanos()).isEqualTo(60 * TENTH);
        assertThat(warmth.unmetUntil())
                .containsEntry(COMPILATION, 29 * TENTH)
                .containsEntry(CLASSES, 23 * TENTH)
                .containsEntry(SCORES, 20 * TENTH);
    }

    @Test
    void allMeasuredIterationsAreJudgedTogetherAndOfFewNothingIsKnown() {
        assertThat(Warmth.ofMeasured().unmet()).isEmpty();
        assertThat(added(Warmth.ofMeasured(), 5, n -> quiet(100 - 10 * n)).unmet())
                .isEmpty();
        Warmth measured = added(Warmth.ofMeasured(), 20, n -> quiet(100 - n));
        assertThat(measured.unmet()).containsExactly(SCORES);
        measured.add(new Warmth.WarmthSample(TENTH, 80, 500, 1));
        assertThat(measured.unmet()).as("one busy iteration of the JIT").containsExactly(CLASSES, SCORES);
        measured.add(new Warmth.WarmthSample(TENTH, 80, 500, 1));
        assertThat(measured.unmet()).as("two").containsExactly(COMPILATION, CLASSES, SCORES);
    }

    @Test
    void measuredIterationsMayHaveTwoPercentOfCompilation() {
        Warmth measured = added(Warmth.ofMeasured(), 20, n -> compiling(n == 0 ? 3 : 2));
        assertThat(measured.unmet())
                .as("38 ms in 2 s, and one iteration that does not count")
                .isEmpty();
        measured.add(compiling(5));
        assertThat(measured.unmet()).as("41 ms in 2.1 s").isEmpty();
        measured.add(compiling(5));
        assertThat(measured.unmet()).as("46 ms in 2.2 s").containsExactly(COMPILATION);
    }
}
