package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.data.Fork.Iteration;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is loaded in the JVM that measures, and how it warms up where no length is fixed. */
class MeasuredForkIT extends PlantedRuns {
    @ParameterizedTest
    @ValueSource(strings = {"GrpcBenchmark", "RmiBenchmark", "InlineCallBenchmark.latency"})
    void ofTheToolsOnlyTheAgentIsLoadedInAForkAndOfFormatsProtobuf(String benchmark) throws Exception {
        assertThat(classesLoadedFor(benchmark))
                .anyMatch(name -> name.startsWith("dev.callcost.benchmark."))
                .anyMatch(name -> name.startsWith("dev.callcost.agent."))
                .anyMatch(name ->
                        !benchmark.startsWith("Grpc") || name.equals("dev.callcost.wireformat.proto.CallMessage"))
                .noneMatch(name -> name.equals("dev.callcost.Main"))
                .noneMatch(name -> name.matches(
                        "dev\\.callcost\\.(bill|cli|compare|data|doctor|host|init|ladder|launch|plot|reach|"
                                + "report|text)\\..*"))
                .noneMatch(
                        name -> name.matches("(net\\.openhft\\.chronicle\\.(wire|bytes)\\.|com\\.google\\.gson\\.Gson|"
                                + "org\\.objectweb\\.asm\\.).*"))
                .noneMatch(name ->
                        name.matches("dev\\.callcost\\.wireformat\\.(B|Co|F|G|J|MessageBuffer|Plain|WireValues).*"));
    }

    private Set<String> classesLoadedFor(String arguments) throws Exception {
        Path log = directory.resolve("classes.txt");
        passes("-f 1 -wi 0 -i 1 -r 10ms -rff out.json -jvmArgsAppend -Xlog:class+load=info:file=" + log + " "
                + arguments);
        return Files.readAllLines(log).stream()
                .map(text -> text.replaceFirst("^(\\[[^]]*])+ ", "").split(" ")[0])
                .collect(Collectors.toSet());
    }

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
                .as("UntilWarm sets IterationParams.count of JMH 1.37 by reflection")
                .isLessThan(300);
        assertThat(iterations(fork, false)).isEqualTo(5);
        assertThat(warmUp.getAsJsonObject("unmetUntil").keySet())
                .containsExactlyInAnyOrder("compilation", "classes", "scores");
        if (threads.equals("1")) {
            List<Iteration> iterations = Fork.of(fork).iterations();
            assertThat(iterations.subList(2, iterations.size() - 1)) // the last one has what ends the fork
                    .as("what is done between iterations keeps no fork from being warm")
                    .allMatch(iteration -> iteration.classes() == 0);
        }
    }

    @Test
    void theCapEndsItAndTheResultsSayThatTheForkWasNotWarm() throws Exception {
        JsonObject fork = fork("GrpcTransportBenchmark.unary -p transport=NIO -r 20ms --warm-up-cap 600ms");
        assertThat(fork.getAsJsonObject("warmUp").has("unmetWhenMeasured")).isTrue();
        Fork.WarmUp warmUp = Fork.of(fork).warmUp();
        assertThat(warmUp.warm()).isFalse();
        assertThat(warmUp.unmetUntil()).containsKey("compilation");
        assertThat(iterations(fork, true)).isLessThanOrEqualTo(6);
        Row row = rows().get(0);
        assertThat(row.secondary().get("warmup.incomplete")).isEqualTo(new Metric("fork", List.of(List.of(1.0))));
        assertThat(row.secondary().get("warmup.time").forks().get(0).get(0)).isBetween(0.4, warmUp.seconds() + 0.001);
    }
}
