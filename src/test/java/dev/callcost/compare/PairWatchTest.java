package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PairWatchTest {
    @Test
    void aCalmMachineSetsNothingAside() {
        assertThat(PairWatch.cause(0, 0)).isEmpty();
        assertThat(PairWatch.cause(PairWatch.STEAL_SHARE, PairWatch.HICCUP_NANOS))
                .isEmpty();
    }

    @Test
    void eachCauseIsNamed() {
        assertThat(PairWatch.cause(0.075, 0)).contains("the hypervisor took 7.5% of the CPU time");
        assertThat(PairWatch.cause(0, 1_500_000_000)).contains("the host stood still for 1.5 s");
    }

    @Test
    void itTellsWhatItSaw() {
        try (PairWatch watch = new PairWatch()) {
            watch.end();
            assertThat(watch.seen().keySet()).containsExactly("start", "end", "stealShare", "worstHiccupNanos");
            assertThat(PairWatch.thresholds()).containsOnlyKeys("stealShare", "hiccupNanos");
        }
    }
}
