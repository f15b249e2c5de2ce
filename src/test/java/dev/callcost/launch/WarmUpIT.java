package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forks whose warm-up has no fixed length. */
class WarmUpIT extends PlantedRuns {
    private JsonObject fork(String arguments) throws Exception {
        passes("-f 1 -i 5 -rff out.json " + arguments);
        return forks().get(0);
    }

    private static long iterations(JsonObject fork, boolean warmUp) {
        return Fork.of(fork).iterations().stream()
                .filter(iteration -> iteration.warmup() == warmUp)
                .count();
    }

    /** The lowest cap at which two seconds fit; a loaded machine may need more to look warm. */
    @ParameterizedTest
    @ValueSource(strings = {"1", "8"})
    void itEndsBeforeTheIterationsThatWerePlanned(String threads) throws Exception {
        JsonObject fork = fork("InlineCallBenchmark.latency -r 10ms --warm-up-cap 30s -t " + threads);
        JsonObject warmUp = fork.getAsJsonObject("warmUp");
        assertThat(fork.getAsJsonObject("jmh").get("warmupIterations").getAsInt())
                .isEqualTo(300);
        assertThat(warmUp.get("seconds").getAsDouble()).isBetween(2.0, 30.1);
        assertThat(warmUp.get("iterations").getAsLong())
                .isEqualTo(iterations(fork, true))
                .isLessThan(300);
        assertThat(iterations(fork, false)).isEqualTo(5);
        assertThat(warmUp.getAsJsonObject("unmetUntil").keySet())
                .containsExactlyInAnyOrder("compilation", "classes", "scores");
    }

    @Test
    void whatIsDoneBetweenIterationsLoadsNoClassThatKeepsTheForkFromBeingWarm() throws Exception {
        List<Iteration> iterations =
                Fork.of(fork("InlineCallBenchmark.latency -r 10ms")).iterations();
        assertThat(iterations.subList(2, iterations.size() - 1)) // the last one has what ends the fork
                .allMatch(iteration -> iteration.classes() == 0);
    }

    @Test
    void theCapEndsItAndTheResultsSayThatTheForkWasNotWarm() throws Exception {
        JsonObject fork = fork("GrpcTransportBenchmark.unary -p transport=NIO -r 20ms --warm-up-cap 600ms");
        JsonObject warmUp = fork.getAsJsonObject("warmUp");
        assertThat(warmUp.get("warm").getAsBoolean()).isFalse();
        assertThat(warmUp.get("iterations").getAsInt()).isLessThanOrEqualTo(6);
        assertThat(warmUp.getAsJsonObject("unmetUntil").has("compilation")).isTrue();
        assertThat(warmUp.has("unmetWhenMeasured")).isTrue();

        Row row = rows().get(0);
        assertThat(row.secondary().get("warmup.incomplete")).isEqualTo(new Metric("fork", List.of(List.of(1.0))));
        assertThat(row.secondary().get("warmup.time").forks().get(0).get(0))
                .isBetween(0.4, warmUp.get("seconds").getAsDouble() + 0.001);
    }

    @Test
    void aFixedOneIsMeasuredAsAsked() throws Exception {
        JsonObject fork = fork("InlineCallBenchmark.latency -wi 3 -w 1ms -r 1ms");
        assertThat(fork.has("warmUp")).isFalse();
        assertThat(iterations(fork, true)).isEqualTo(3);
        assertThat(fork.getAsJsonObject("jmh")
                        .getAsJsonObject("secondaryMetrics")
                        .keySet())
                .doesNotContain("warmup.time");
    }
}
