package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.PitfallResult;
import org.junit.jupiter.api.Test;

/** A run of the pair in windows that hold whole stalls. */
class StalledServerIT extends PlantedRuns {
    /** The middle of a stall, in us: a percentile above it is a wait for its end, and a machine must stop as long to lift the other one above it. */
    private static final double HALF_A_STALL = 50_000;

    @Test
    void theOpenLoopHasTheStallInItsP99AndOneCallerHasNot() throws Exception {
        passes("StalledServerBenchmark -f 1 -wi 1 -w 500ms -i 2 -r 2s -rff out.json");
        assertThat(p99("openLoop")).isGreaterThan(HALF_A_STALL);
        assertThat(p99("flatOut")).isLessThan(HALF_A_STALL);
        assertThat(PitfallResult.in(ResultsFile.read(log())))
                .singleElement()
                .satisfies(result -> assertThat(result.pitfall().name()).isEqualTo("stalled server"));
    }

    private double p99(String method) {
        Row row = rows().stream()
                .filter(it -> it.simpleName().endsWith("." + method))
                .findFirst()
                .orElseThrow();
        assertThat(row.primary().histograms().get(0)).hasSize(2);
        return row.primary().samples().quantile(0.99);
    }
}
