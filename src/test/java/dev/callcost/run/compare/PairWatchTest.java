package dev.callcost.run.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.run.device.Canary;
import org.junit.jupiter.api.Test;

class PairWatchTest {
    private static final Canary CALM = new Canary(200_000, 5_000);

    @Test
    void aCalmMachineSetsNothingAside() {
        assertThat(PairWatch.cause(CALM, CALM, 0, 0)).isEmpty();
        assertThat(PairWatch.cause(CALM, new Canary(250_000, 50_000), 0.05, 1_000_000_000))
                .isEmpty();
    }

    @Test
    void eachCauseIsNamed() {
        assertThat(PairWatch.cause(CALM, new Canary(260_000, 5_000), 0, 0))
                .contains("the canary's loop changed by a factor of 1.30");
        assertThat(PairWatch.cause(new Canary(260_000, 5_000), CALM, 0, 0))
                .contains("the canary's loop changed by a factor of 1.30");
        assertThat(PairWatch.cause(CALM, new Canary(200_000, 60_000), 0, 0))
                .contains("the canary's wake-up changed by a factor of 12.0");
        assertThat(PairWatch.cause(CALM, CALM, 0.075, 0)).contains("the hypervisor took 7.5% of the CPU time");
        assertThat(PairWatch.cause(CALM, CALM, 0, 1_500_000_000)).contains("the host stood still for 1.5 s");
    }

    @Test
    void itTellsWhatItSaw() {
        try (PairWatch watch = new PairWatch()) {
            watch.between();
            watch.end();
            assertThat(watch.seen().keySet())
                    .containsExactly(
                            "start",
                            "end",
                            "kernelNanosBefore",
                            "wakeUpNanosBefore",
                            "kernelNanosBetween",
                            "wakeUpNanosBetween",
                            "canaryCpu",
                            "stealShare",
                            "worstHiccupNanos");
        }
    }
}
