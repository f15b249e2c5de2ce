package dev.callcost.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.benchmark.LoopbackBenchmark;
import dev.callcost.benchmark.NanosecondBenchmark;
import dev.callcost.data.Fixtures;
import dev.callcost.doctor.DoctorReport.Resolution;
import dev.callcost.doctor.Finding.Severity;
import dev.callcost.host.Processes.Busy;
import dev.callcost.text.ForeignLocale;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Warmup;

/** Pages of made-up machines against golden files, the thresholds of UNFIT, and the times of a comparison. */
@ExtendWith(ForeignLocale.class)
class DoctorReportTest {
    @Test
    void eachOfThreeThingsAloneMakesItUnfit() {
        assertThat(new Clock(1_001, 10).finding("tsc").severity()).isEqualTo(Severity.UNFIT);
        assertThat(new Clock(20, 1_001).finding("tsc").severity()).isEqualTo(Severity.UNFIT);
        assertThat(new Clock(1_000, 1_000).finding("tsc").severity()).isEqualTo(Severity.NOTE);

        assertThat(Examinations.unfit().drift().findings())
                .extracting(Finding::severity)
                .contains(Severity.UNFIT);

        assertThat(Examinations.quiet(new Busy("a", 1.5), new Busy("b", 0.6)).findings())
                .extracting(Finding::severity)
                .contains(Severity.UNFIT);
        assertThat(Examinations.quiet(new Busy("a", 2)).findings())
                .extracting(Finding::severity)
                .doesNotContain(Severity.UNFIT);
    }

    @Test
    void pagesAreTheirGoldenFilesAndTheirLinesFitTheWidth() throws IOException {
        for (Map.Entry<String, Examination> machine : Map.of(
                        "quiet", Examinations.quiet(), "unfit", Examinations.unfit(), "silent", Examinations.silent())
                .entrySet()) {
            DoctorReport report = new DoctorReport(machine.getValue());
            Fixtures.assertText("report/doctor-" + machine.getKey() + ".txt", report.page(100));
            assertThat(report.page(80).lines())
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        }
    }

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
