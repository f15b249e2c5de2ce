package dev.callcost.bill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.agent.Sampler.Event;
import dev.callcost.data.Fork;
import dev.callcost.data.Fork.Iteration;
import dev.callcost.data.ForkLine;
import dev.callcost.data.LogLines;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SampleLogTest {
    private static final String WARM_UP = "{\"warmup\":true,\"score\":9.0,\"operations\":1,\"nanos\":5}";
    private static final String FIRST =
            "{\"warmup\":false,\"score\":2.5,\"operations\":40,\"nanos\":100000,\"contextSwitches\":3,"
                    + "\"canaryNanos\":9000}";
    private static final String SECOND = "{\"warmup\":false,\"score\":3.5,\"operations\":30,\"nanos\":100000}";
    private static final List<String> BOTH = List.of(FIRST, SECOND);

    private static JsonObject line(SampleLog log, List<String> iterations, String... samples) {
        JsonObject jmh = LogLines.jmh(MadeUpFork.CALL, "us/op", List.of(2.5, 3.5));
        JsonObject fork = ForkLine.of(jmh, Map.of(), OptionalLong.empty(), Optional.empty(), iterations);
        JsonObject line = log.line(new ForkOutcome.Measured(Fork.of(fork), fork), Stream.of(samples));
        return JsonParser.parseString(line.toString()).getAsJsonObject();
    }

    private static Fork fork(SampleLog log, JsonObject line) {
        return log.fork(Fork.of(line).row(), line);
    }

    /** The number of a thread differs from fork to fork, and the folder of a library from machine to machine. */
    @Test
    void joinsIterationsWithTheirSamples() {
        SampleLog log = new SampleLog();
        Fork fork = fork(
                log,
                line(
                        log,
                        List.of(WARM_UP, FIRST, SECOND),
                        "#NONE",
                        "#CPU",
                        "[main tid=123];a.B.c 4",
                        "[GC Thread#0 tid=9];/made up/folder/lib1.so;mark 2",
                        "[main tid=77];a.B.c 1"));
        assertThat(fork.key()).isEqualTo(MadeUpFork.CALL);
        assertThat(fork.stacks()).isEqualTo(Map.of(1, "[main];a.B.c", 4, "[GC Thread#0];lib1.so;mark"));
        assertThat(fork.warmUpIterations()).hasSize(1);
        assertThat(fork.measured()).hasSize(2);
        Iteration first = SampledRow.iterations(fork, Event.NONE).get(0);
        assertThat(first).isEqualTo(fork.measured().get(0));
        assertThat(first.score()).isEqualTo(2.5);
        assertThat(first.canaryNanos()).isEqualTo(9000);
        assertThat(first.samples()).isEmpty();
        Iteration second = SampledRow.iterations(fork, Event.CPU).get(0);
        assertThat(second.operations()).isEqualTo(30);
        assertThat(second.contextSwitches()).isZero();
        assertThat(second.samples()).containsExactly(1, 4, 4, 2, 1, 1);
    }

    @Test
    void refusesSamplesOfOtherIterations() {
        assertThatThrownBy(() -> line(new SampleLog(), BOTH, "#NONE"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("2 iterations were recorded, and 1 sampled");
        assertThatThrownBy(() -> line(new SampleLog(), List.of(), "#NONE"))
                .hasMessage("0 iterations were recorded, and 1 sampled");
    }

    @Test
    void writesEachFrameAndEachBeginningOfAStackOnce() {
        SampleLog writer = new SampleLog();
        JsonObject first =
                line(writer, BOTH, "#NONE", "#CPU", "[main];a.B.c;d 4", "[main];a.B.c 3", "[main];a.B.c;e 2");
        writer.logged();
        JsonObject second = line(writer, BOTH, "#CPU", "[io];f 1", "[main];a.B.c;d 5", "#NONE");
        assertThat(first.get("frames")).hasToString("[\"[main]\",\"a.B.c\",\"d\",\"e\"]");
        assertThat(first.get("stacks")).hasToString("[-1,0,0,1,1,2,1,3]");
        assertThat(second.get("frames")).hasToString("[\"[io]\",\"f\"]");
        assertThat(second.get("stacks")).hasToString("[-1,4,4,5]");

        SampleLog reader = new SampleLog();
        assertThat(reader.read(first.toString()).stacks())
                .isEqualTo(Map.of(2, "[main];a.B.c;d", 1, "[main];a.B.c", 3, "[main];a.B.c;e"));
        Fork read = reader.read(second.toString());
        assertThat(read.stacks()).isEqualTo(Map.of(5, "[io];f", 2, "[main];a.B.c;d"));
        assertThat(read.measured().get(0).samples()).containsExactly(5, 1, 2, 5);
        assertThat(read).usingRecursiveComparison().isEqualTo(fork(writer, second));
    }

    @Test
    void aLineHasTheFramesOfARefusedForkBeforeIt() {
        SampleLog writer = new SampleLog();
        line(writer, BOTH, "#NONE", "#CPU", "[main];a.B.c 4");
        JsonObject logged = line(writer, BOTH, "#NONE", "#CPU", "[main];a.B.c;d 3");
        assertThat(new SampleLog().read(logged.toString()).stacks().values()).containsExactly("[main];a.B.c;d");
    }
}
