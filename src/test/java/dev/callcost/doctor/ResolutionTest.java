package dev.callcost.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.benchmark.LoopbackBenchmark;
import dev.callcost.benchmark.NanosecondBenchmark;
import dev.callcost.doctor.Resolution.Expected;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Warmup;

class ResolutionTest {
    /** t(29) at 99 % is 2.756. 1.5 + 6 s a fork: 20 pairs in 5 min; 1.5 + 21 s: one pair in a minute. */
    @Test
    void theHalfWidthIsStudentsTOfThePairsInATime() {
        assertThat(Resolution.halfWidth(0.02, 30))
                .isCloseTo(Math.expm1(2.756 * 0.02 * Math.sqrt(2.0 / 30)), within(1e-5));
        List<Expected> rows = Resolution.of(0.02).rows();
        assertThat(rows.get(0).halfWidthAfterMinutes())
                .containsOnlyKeys(1, 5, 20, 60)
                .containsEntry(5, Resolution.halfWidth(0.02, 20));
        assertThat(rows.get(2).halfWidthAfterMinutes()).containsOnlyKeys(5, 20, 60);
    }

    @Test
    void theMinutesToTheMarginReachIt() {
        assertThat(Resolution.of(0.02).rows()).allSatisfy(expected -> {
            int pairs = (int) Math.round(expected.minutesToMargin() * expected.forksPerMinute() / 2);
            assertThat(Resolution.halfWidth(0.02, pairs)).isLessThanOrEqualTo(0.03);
            assertThat(Resolution.halfWidth(0.02, pairs - 1)).isGreaterThan(0.03);
        });
        assertThat(Resolution.of(5).rows())
                .extracting(Expected::minutesToMargin)
                .containsOnlyNulls();
    }

    @Test
    void theCanaryAddsToTheUsualSpread() {
        assertThat(Resolution.expected(Examinations.quiet().drift().steadiness())
                        .forkSd())
                .isCloseTo(Math.hypot(0.015, Math.log(1.002) / 0.9539), within(1e-5));
    }

    @Test
    void forksLastAsLongAsTheRegimesSay() {
        assertThat(Resolution.REGIMES)
                .extracting(Resolution.Regime::iterationSeconds)
                .containsExactly(
                        seconds(NanosecondBenchmark.class, NanosecondBenchmark.class),
                        seconds(LoopbackBenchmark.class, LoopbackBenchmark.class),
                        seconds(GrpcLoopbackBenchmark.class, LoopbackBenchmark.class));
    }

    private static double seconds(Class<?> warmedUp, Class<?> measured) {
        Warmup warmup = warmedUp.getAnnotation(Warmup.class);
        Measurement measurement = measured.getAnnotation(Measurement.class);
        return (warmup.iterations() * warmup.timeUnit().toMillis(warmup.time())
                        + measurement.iterations() * measurement.timeUnit().toMillis(measurement.time()))
                / 1000.0;
    }
}
