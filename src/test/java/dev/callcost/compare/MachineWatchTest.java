package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MachineWatchTest {
    private static Optional<String> cause(double steal, long hiccupNanos) {
        JsonObject seen = new JsonObject();
        seen.addProperty("stealShare", steal);
        seen.addProperty("worstHiccupNanos", hiccupNanos);
        return MachineWatch.excluded(seen);
    }

    @Test
    void eachCauseIsNamedAndACalmMachineExcludesNothing() {
        assertThat(cause(0, 0)).isEmpty();
        assertThat(cause(MachineWatch.STEAL_SHARE, MachineWatch.HICCUP_NANOS)).isEmpty();
        assertThat(cause(0.075, 0)).contains("the hypervisor took 7.5% of the CPU time");
        assertThat(cause(0, 1_500_000_000)).contains("the host stood still for 1.5 s");
    }

    @Test
    void itTellsWhatItSaw() {
        try (MachineWatch watch = new MachineWatch()) {
            assertThat(watch.seen().keySet()).containsExactly("start", "end", "stealShare", "worstHiccupNanos");
            assertThat(MachineWatch.thresholds()).containsOnlyKeys("stealShare", "hiccupNanos");
        }
    }
}
