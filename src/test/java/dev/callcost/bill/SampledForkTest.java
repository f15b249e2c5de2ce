package dev.callcost.bill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.agent.Sampler;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SampledForkTest {
    private static final String WARM_UP = "{\"warmup\":true,\"score\":9.0,\"operations\":1,\"nanos\":5}";
    private static final String FIRST =
            "{\"warmup\":false,\"score\":2.5,\"operations\":40,\"nanos\":100000,\"cpuNanos\":90000,\"contextSwitches\":3,\"canaryNanos\":9000}";
    private static final String SECOND =
            "{\"warmup\":false,\"score\":3.5,\"operations\":30,\"nanos\":100000,\"cpuNanos\":80000}";

    private static Row row() {
        return new Row(
                "a.CallBenchmark.call",
                "avgt",
                1,
                new TreeMap<>(Map.of("pinning", "FREE")),
                new Metric("us/op", List.of(List.of(2.5, 3.5))),
                new TreeMap<>(Map.of("gc.alloc.rate.norm", new Metric("B/op", List.of(List.of(64.0, 64.0))))),
                new TreeMap<>());
    }

    private static SampledFork fork(String... samples) {
        return SampledFork.of(row(), List.of(WARM_UP, FIRST, SECOND), Stream.of(samples));
    }

    @Test
    void iterationsAndTheirSamplesComeTogether() {
        SampledFork fork =
                fork("#NONE", "#CPU", "[main tid=123];a.B.c 4", "[GC Thread#0 tid=9];mark 2", "[main tid=77];a.B.c 1");
        assertThat(fork.row()).isEqualTo(row().key());
        assertThat(fork.bytesPerOperation()).isEqualTo(64.0);
        assertThat(fork.stacks()).containsExactly("[main];a.B.c", "[GC Thread#0];mark");
        assertThat(fork.iterations()).hasSize(2);
        SampledFork.Iteration first = fork.iterations().get(0);
        assertThat(first.sampled()).isEqualTo(Sampler.Event.NONE);
        assertThat(first.score()).isEqualTo(2.5);
        assertThat(first.canaryNanos()).isEqualTo(9000);
        assertThat(first.samples()).isEmpty();
        SampledFork.Iteration second = fork.sampling(Sampler.Event.CPU).get(0);
        assertThat(second.operations()).isEqualTo(30);
        assertThat(second.contextSwitches()).isZero();
        assertThat(second.samples()).containsExactly(new long[] {0, 4}, new long[] {1, 2}, new long[] {0, 1});
    }

    @Test
    void noFolderOfALibraryIsKept() {
        SampledFork fork = fork("#NONE", "#CPU", "[main tid=123];a.B.c;/made up/folder/lib1.so;read 4");
        assertThat(fork.stacks()).containsExactly("[main];a.B.c;lib1.so;read");
    }

    @Test
    void theLogGivesBackWhatItWasGiven() {
        SampledFork fork = fork("#NONE", "#CPU", "[main tid=123];a.B.c 4");
        JsonObject line = JsonParser.parseString(fork.json().toString()).getAsJsonObject();
        SampledFork again = SampledFork.of(line);
        assertThat(again.json()).isEqualTo(fork.json());
        assertThat(again.row()).isEqualTo(fork.row());
        assertThat(again.stacks()).isEqualTo(fork.stacks());
        assertThat(again.iterations().get(1).samples()).containsExactly(new long[] {0, 4});
    }

    @Test
    void samplesOfOtherIterationsAreRefused() {
        assertThatThrownBy(() -> fork("#NONE"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("2 iterations were recorded, and 1 sampled");
        assertThatThrownBy(() -> SampledFork.of(row(), List.of(), Stream.of()))
                .hasMessage("0 iterations were recorded, and 0 sampled");
    }

    @Test
    void aSampleOfNoStackIsRefused() {
        JsonObject line = fork("#NONE", "#CPU", "[main];a.B.c 4").json();
        line.getAsJsonArray("stacks").remove(0);
        assertThatThrownBy(() -> SampledFork.of(line)).isInstanceOf(RuntimeException.class);
    }
}
