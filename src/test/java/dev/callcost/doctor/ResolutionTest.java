package dev.callcost.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.benchmark.LoopbackBenchmark;
import dev.callcost.benchmark.NanosecondBenchmark;
import dev.callcost.doctor.Resolution.Rows;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Warmup;

class ResolutionTest {
    private final Resolution resolution = new Resolution(0.02);

    @Test
    void theHalfWidthIsStudentsT() {
        // 1.5 + 4 s a fork: 30 pairs in 5.5 min, and no more in 5.6; t(29) at 99 % is 2.756
        assertThat(resolution.halfWidth(Rows.NANOSECONDS, 5.6))
                .isCloseTo(Math.expm1(2.756 * 0.02 * Math.sqrt(2.0 / 30)), within(1e-5));
        assertThat(resolution.halfWidth(Rows.GRPC, 1)).isNaN();
    }

    @Test
    void theMinutesForAHalfWidthGiveIt() {
        for (Rows rows : Rows.values()) {
            double minutes = resolution.minutes(rows, 0.03);
            assertThat(resolution.halfWidth(rows, minutes + 1e-6)).isLessThanOrEqualTo(0.03);
            assertThat(resolution.halfWidth(rows, 0.9 * minutes)).isGreaterThan(0.03);
        }
        assertThat(new Resolution(5).minutes(Rows.GRPC, 0.03)).isNaN();
    }

    @Test
    void theCanaryAddsToTheUsualSpread() {
        assertThat(Resolution.expected(Examinations.quiet().drift()).forkSd())
                .isCloseTo(Math.hypot(0.015, Math.log(1.002) / 0.9539), within(1e-5));
    }

    @Test
    void forksLastAsLongAsTheRegimesSay() {
        assertThat(Rows.NANOSECONDS.iterationSeconds())
                .isEqualTo(seconds(NanosecondBenchmark.class, NanosecondBenchmark.class));
        assertThat(Rows.RMI.iterationSeconds()).isEqualTo(seconds(LoopbackBenchmark.class, LoopbackBenchmark.class));
        assertThat(Rows.GRPC.iterationSeconds())
                .isEqualTo(seconds(GrpcLoopbackBenchmark.class, LoopbackBenchmark.class));
    }

    private static double seconds(Class<?> warmedUp, Class<?> measured) {
        Warmup warmup = warmedUp.getAnnotation(Warmup.class);
        Measurement measurement = measured.getAnnotation(Measurement.class);
        return (warmup.iterations() * warmup.timeUnit().toMillis(warmup.time())
                        + measurement.iterations() * measurement.timeUnit().toMillis(measurement.time()))
                / 1000.0;
    }
}
