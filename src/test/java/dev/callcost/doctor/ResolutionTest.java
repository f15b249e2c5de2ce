package dev.callcost.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.benchmark.LoopbackBenchmark;
import dev.callcost.benchmark.NanosecondBenchmark;
import dev.callcost.doctor.DoctorReport.Resolution;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Warmup;

class ResolutionTest {
    /** t(29) at 99 % is 2.756. */
    @Test
    void theHalfWidthIsStudentsTOfThePairs() {
        assertThat(new Resolution(0.02).halfWidth(30))
                .isCloseTo(Math.expm1(2.756 * 0.02 * Math.sqrt(2.0 / 30)), within(1e-5));
    }

    /** A pair takes 2 x (1.5 + 6) s. */
    @Test
    void theMinutesToTheMarginReachIt() {
        Resolution resolution = new Resolution(0.02);
        int pairs = (int)
                Math.round(4 * resolution.minutes(Resolution.REGIMES.get(0)).orElseThrow());
        assertThat(resolution.halfWidth(pairs)).isLessThanOrEqualTo(0.03);
        assertThat(resolution.halfWidth(pairs - 1)).isGreaterThan(0.03);
        assertThat(new Resolution(5).minutes(Resolution.REGIMES.get(0))).isEmpty();
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
