package dev.callcost.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.cli.Invocation;
import org.junit.jupiter.api.Test;

/** The verb {@code doctor} on a machine that may be fit or not. */
class DoctorIT {
    @Test
    void onePageAndItsExitCodeAgree() {
        Invocation ended = Invocation.of("doctor", "--duration", "1s");
        assertThat(ended.err()).isEmpty();
        assertThat(ended.out())
                .contains("3% difference", "System.nanoTime takes ", "(median of 3 samples in ", "\nMeasured on ");
        assertThat(ended.exitCode()).isEqualTo(ended.out().contains("UNFIT") ? 3 : 0);
    }
}
