package dev.callcost.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.doctor.Diagnosis.Level;
import dev.callcost.host.Processes.Busy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The thresholds of UNFIT. */
class DiagnosisTest {
    private static Examination with(Clock clock, Drift drift, List<Busy> others) {
        Examination quiet = Examinations.quiet();
        return new Examination(
                quiet.machine(),
                quiet.jvm(),
                quiet.cpus(),
                clock,
                quiet.overshoots(),
                quiet.wakeUps(),
                drift,
                quiet.settings(),
                quiet.limits(),
                others,
                quiet.tools());
    }

    private static boolean fit(Clock clock, Drift drift, List<Busy> others) {
        return Diagnosis.of(with(clock, drift, others)).isFit();
    }

    private final Clock clock = Examinations.quiet().clock();
    private final Drift drift = Examinations.quiet().drift();

    @Test
    void aQuietMachineHasNothingToNote() {
        Diagnosis diagnosis = Diagnosis.of(Examinations.quiet());
        assertThat(diagnosis.isFit()).isTrue();
        assertThat(diagnosis.count(Level.NOTE)).isZero();
    }

    @Test
    void eachOfThreeThingsAloneMakesItUnfit() {
        assertThat(fit(new Clock(1_001, 10), drift, List.of())).isFalse();
        assertThat(fit(new Clock(20, 1_001), drift, List.of())).isFalse();
        assertThat(fit(new Clock(1_000, 1_000), drift, List.of())).isTrue();

        assertThat(fit(clock, Examinations.unfit().drift(), List.of())).isFalse();
        assertThat(fit(clock, Examinations.silent().drift(), List.of())).isTrue();

        assertThat(fit(clock, drift, List.of(new Busy("a", 1.5), new Busy("b", 0.6))))
                .isFalse();
        assertThat(fit(clock, drift, List.of(new Busy("a", 2)))).isTrue();
    }
}
