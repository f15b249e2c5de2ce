package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PairWatchTest {
    private static Optional<String> cause(double steal, long hiccupNanos) {
        JsonObject seen = new JsonObject();
        seen.addProperty("stealShare", steal);
        seen.addProperty("worstHiccupNanos", hiccupNanos);
        return PairWatch.excluded(seen);
    }

    @Test
    void eachCauseIsNamedAndACalmMachineExcludesNothing() {
        assertThat(cause(0, 0)).isEmpty();
        assertThat(cause(PairWatch.STEAL_SHARE, PairWatch.HICCUP_NANOS)).isEmpty();
        assertThat(cause(0.075, 0)).contains("the hypervisor took 7.5% of the CPU time");
        assertThat(cause(0, 1_500_000_000)).contains("the host stood still for 1.5 s");
    }

    @Test
    void itTellsWhatItSaw() {
        try (PairWatch watch = new PairWatch()) {
            assertThat(watch.seen().keySet()).containsExactly("start", "end", "stealShare", "worstHiccupNanos");
            assertThat(PairWatch.thresholds()).containsOnlyKeys("stealShare", "hiccupNanos");
        }
    }
}
