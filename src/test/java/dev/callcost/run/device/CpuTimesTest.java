package dev.callcost.run.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CpuTimesTest {
    @Test
    void stealIsTheEighthNumberAndWhatFollowsIsCountedAlready() {
        CpuTimes times = CpuTimes.of("cpu  100 20 30 400 5 6 7 32 99 98");
        assertThat(times).isEqualTo(new CpuTimes(600, 32));
        assertThat(times.stealShareUntil(new CpuTimes(1600, 82))).isCloseTo(0.05, within(1e-12));
    }

    @Test
    void oldKernelsKnowNoSteal() {
        assertThat(CpuTimes.of("cpu 1 2 3 4")).isEqualTo(new CpuTimes(10, 0));
    }

    @Test
    void noTimeHasNoShare() {
        assertThat(new CpuTimes(0, 0).stealShareUntil(new CpuTimes(0, 0))).isZero();
    }
}
