package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.Latencies;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;

class PlannedRowTest {
    private static final BenchmarkListEntry BENCHMARK = Entries.entry(Map.of());

    private static List<String> options(Mode mode, String... user) {
        return Entries.row(BENCHMARK.cloneWith(mode), Map.of(), 0).options(Arguments.parse(user));
    }

    /** What it allocates between iterations is then no user's profiler's. */
    @Test
    void latenciesAreNamedBeforeTheUsersProfilers() {
        assertThat(options(Mode.SampleTime, "-prof", "gc"))
                .containsSubsequence("-prof", Latencies.class.getName(), "-prof", "gc");
    }

    @Test
    void latenciesAreNamedOnceAndForSamplesOnly() {
        String name = Latencies.class.getName();
        assertThat(options(Mode.SampleTime)).containsOnlyOnce(name);
        assertThat(options(Mode.SampleTime, "-prof", name)).containsOnlyOnce(name);
        assertThat(options(Mode.AverageTime)).doesNotContain(name);
    }
}
